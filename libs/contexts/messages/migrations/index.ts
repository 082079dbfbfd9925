import { Messages } from './0001_messages.js';

/** In order; a release only appends. */
export const messageMigrations = { 'messages/0001_messages': Messages };
