import { Events } from './0001_events.js';
import { Rebuilds } from './0002_rebuilds.js';

/** In order; a release only adds to the end. */
export const eventMigrations = { 'event-store/0001_events': Events, 'event-store/0002_rebuilds': Rebuilds };
