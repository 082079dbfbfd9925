import { Events } from './0001_events.js';
import { Rebuilds } from './0002_rebuilds.js';
import { EventFeed } from './0003_event_feed.js';
import { KeysAfterAnErasure } from './0004_keys_after_an_erasure.js';
import { Snapshots } from './0005_snapshots.js';

/** In order; a release only adds to the end. */
export const eventMigrations = {
  'event-store/0001_events': Events,
  'event-store/0002_rebuilds': Rebuilds,
  'event-store/0003_event_feed': EventFeed,
  'event-store/0004_keys_after_an_erasure': KeysAfterAnErasure,
  'event-store/0005_snapshots': Snapshots,
};
