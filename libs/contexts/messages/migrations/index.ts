import { Messages } from './0001_messages.js';

/** In their order; a release only adds to the end. */
export const messageMigrations = { 'messages/0001_messages': Messages };
