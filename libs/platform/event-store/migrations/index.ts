import { Events } from './0001_events.js';
import { EventsOf020 } from './0002_release_0_2_0.js';

/** In order; a release only adds to the end. */
export const eventMigrations = {
  'event-store/0001_events': Events,
  'event-store/0002_release_0_2_0': EventsOf020,
};
