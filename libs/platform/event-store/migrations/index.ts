import { Events } from './0001_events.js';

/** In order; a release only adds to the end. */
export const eventMigrations = { 'event-store/0001_events': Events };
