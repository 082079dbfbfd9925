import { Events } from './0001_events.js';
import { Rebuilds } from './0002_rebuilds.js';
import { EventFeed } from './0003_event_feed.js';

/** In order; a release only adds to the end. */
export const eventMigrations = {
  'event-store/0001_events': Events,
  'event-store/0002_rebuilds': Rebuilds,
  'event-store/0003_event_feed': EventFeed,
};
