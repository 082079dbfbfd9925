import { type Insertable, sql } from 'kysely';
import { type Row, type Statement, statement, tables, template } from '#platform/database';
import type { SnapshotEntity } from './event.entity.js';
import type { StreamID } from './recorded-event.js';

const db = tables<typeof SnapshotEntity>();

/** The reader of a snapshot: the decisions of commands, or the event feed. */
export type Purpose = 'state' | 'feed';

/** Events, or their bytes, after which a record gets a snapshot, so that less than a page of events follows it. */
const [EVENTS, BYTES] = [100, 128 * 1024];

/** Whether what was read of a record behind its last snapshot is enough for the next one. */
export function isSnapshotDue(read: { events: number; bytes: number }): boolean {
  return read.events >= EVENTS || read.bytes >= BYTES;
}

const insert = template<Insertable<Row<typeof SnapshotEntity>> & { sealed_key?: Buffer | null }, unknown>(
  ({ group_id, stream_type, stream_id, purpose, version, shape, bytes, state, sealed_key }) =>
    statement(sql`insert into snapshots (group_id, stream_type, stream_id, purpose, version, shape, bytes, state)
      select ${group_id}::int, ${stream_type}::text, ${stream_id}::int, ${purpose}::text, ${version}::int, ${shape}::text,
        ${bytes}::float8, ${state}::json
      ${
        sealed_key
          ? sql`where ${sealed_key}::bytea is not distinct from (
              select sealed_key from subject_keys
              where group_id = ${group_id}::int and stream_type = ${stream_type}::text and stream_id = ${stream_id}::int for key share)`
          : sql``
      }
      on conflict (group_id, stream_type, stream_id, purpose) do update
        set version = excluded.version, shape = excluded.shape, bytes = excluded.bytes, state = excluded.state
        where snapshots.version < excluded.version or snapshots.shape <> excluded.shape`),
);

/**
 * Stores a record's snapshot in place of the one before.
 * @param sealedKey the key it is sealed with, as read: no snapshot is stored if it was destroyed meanwhile; left out without personal data
 */
export function insertSnapshot(
  { groupID, type, id }: StreamID,
  snapshot: { purpose: Purpose; version: number; shape: string; bytes: number; state: object },
  sealedKey?: Buffer | null,
): Statement {
  const key = sealedKey === undefined ? {} : { sealed_key: sealedKey };
  return insert({ group_id: groupID, stream_type: type, stream_id: id, ...snapshot, ...key });
}

/** Takes away what is known of a record when its personal data is erased. */
export function deleteSnapshots({ groupID, type, id }: StreamID): Statement {
  return db.deleteFrom('snapshots').where('group_id', '=', groupID).where('stream_type', '=', type).where('stream_id', '=', id);
}
