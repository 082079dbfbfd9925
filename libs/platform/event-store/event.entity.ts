import { defineEntity, p } from '@mikro-orm/postgresql';
import { moment } from '#platform/database';
import type { Actor } from '#platform/kernel';

/** Every event of every stream; the key is the whole concurrency control. (`position` is the database's own.) */
export const EventEntity = defineEntity({
  name: 'Event',
  tableName: 'events',
  properties: {
    groupId: p.integer().primary(),
    streamType: p.text().primary(),
    streamId: p.integer().primary(),
    version: p.integer().primary(),
    type: p.text(),
    data: p.json<Record<string, unknown>>(),
    actor: p.json<Actor>(),
    requestId: p.text().nullable(),
    at: moment(),
  },
});

/** The key of one subject's personal data, sealed with the service's own; destroying it erases the person from history. */
export const SubjectKeyEntity = defineEntity({
  name: 'SubjectKey',
  tableName: 'subject_keys',
  properties: {
    groupId: p.integer().primary(),
    streamType: p.text().primary(),
    streamId: p.integer().primary(),
    sealedKey: p.blob(),
  },
});
