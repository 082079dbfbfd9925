import { defineEntity, p } from '@mikro-orm/postgresql';
import type { GeneratedAlways } from 'kysely';
import { json, moment } from '#platform/database';
import type { Actor } from '#platform/kernel';

/** Every event of every stream; the primary key is the only concurrency control. (The database fills `position` and `transaction_id`.) */
export const EventEntity = defineEntity({
  name: 'Event',
  tableName: 'events',
  properties: {
    groupId: p.integer().primary(),
    streamType: p.text().primary(),
    streamId: p.integer().primary(),
    version: p.integer().primary(),
    position: p.bigint('string').generated('identity').$type<GeneratedAlways<string>>(),
    transactionId: p.string().columnType('xid8').defaultRaw('pg_current_xact_id()'),
    type: p.text(),
    data: json<Record<string, unknown>>(),
    actor: json<Actor>(),
    requestId: p.text().nullable(),
    at: moment(),
  },
  indexes: [{ name: 'events_replay', properties: ['streamType', 'position'] }],
});

/** The key of one subject's personal data, encrypted with the service's key; deleting it erases the person from history. */
export const SubjectKeyEntity = defineEntity({
  name: 'SubjectKey',
  tableName: 'subject_keys',
  properties: {
    groupId: p.integer().primary(),
    streamType: p.text().primary(),
    streamId: p.integer().primary(),
    sealedKey: p.blob(),
    /** Values sealed in events up to this version went with an earlier key. */
    afterVersion: p.integer().default(0),
  },
});

/** Snapshots of a long record at a version: one for the commands on it, and one for the list of changes. */
export const SnapshotEntity = defineEntity({
  name: 'Snapshot',
  tableName: 'snapshots',
  properties: {
    groupId: p.integer().primary(),
    streamType: p.text().primary(),
    streamId: p.integer().primary(),
    purpose: p.text().primary(),
    version: p.integer(),
    /** The shape of the state in it: a release that makes something else of the events does not read it. */
    shape: p.text(),
    /** The size of all these events as they are stored. */
    bytes: p.double(),
    state: json<object>(),
  },
});

/** How far the rebuild of a projection is, to continue after an interruption: up to and with this record. */
export const RebuildEntity = defineEntity({
  name: 'Rebuild',
  tableName: 'rebuilds',
  properties: {
    projection: p.text().primary(),
    notedAt: moment(),
    groupId: p.integer(),
    streamId: p.integer(),
    events: p.integer(),
    replaced: p.integer(),
  },
});

/** The positions of the log that the event feed has not handed on; one range has no end. */
export const EventFeedEntity = defineEntity({
  name: 'EventFeed',
  tableName: 'event_feed',
  properties: {
    first: p.bigint('string').primary().autoincrement(false),
    last: p.bigint('string').nullable(),
    writers: p.array(),
  },
});
