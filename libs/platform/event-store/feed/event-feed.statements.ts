import { sql } from 'kysely';
import { type Statement, statement, tables } from '#platform/database';
import type { EventFeedEntity } from '../event.entity.js';
import type { Unread } from './unread.js';

const db = tables<typeof EventFeedEntity>();

/** An event as it is stored: what is personal in it stays sealed. */
export interface StoredRow {
  group_id: number;
  stream_type: string;
  stream_id: number;
  version: number;
  position: string;
  transaction_id: string;
  type: string;
  data: Record<string, unknown>;
  at: string;
}

/** One record up to a version. */
export interface RecordBefore {
  groupID: number;
  type: string;
  id: number;
  version: number;
}

const COLUMNS = sql`group_id, stream_type, stream_id, version, position, transaction_id, type, data, at`;

export const selectUnread = () => db.selectFrom('event_feed').select(['first', 'last', 'writers']).orderBy('first');

/**
 * The transactions that may have drawn a position and not ended: a writer locks the table before it draws, and until its end. It is
 * seen until its commit is visible. (A transaction ID would not do: it may be assigned after the position was drawn.)
 */
export const selectWriters = (): Statement<{ writer: string }> =>
  statement(sql`select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'events'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`);

/** The first events in unread positions, in order. Each kind of record is looked through by the index of the rebuild. */
export function selectEventsIn(unread: readonly Unread[], types: readonly string[], limit: number): Statement<StoredRow> {
  const firsts = unread.map(({ first }) => first);
  const lasts = unread.map(({ last }) => last ?? Number.MAX_SAFE_INTEGER);
  return statement(sql`select e.* from unnest(${firsts}::bigint[], ${lasts}::bigint[]) as unread (first, last)
    cross join unnest(${types}::text[]) as kind (stream_type)
    cross join lateral (
      select ${COLUMNS} from events
      where events.stream_type = kind.stream_type and events.position between unread.first and unread.last
      order by events.position limit ${limit}::int
    ) e
    order by e.position limit ${limit}::int`);
}

/** The commits among these that have events behind a position. */
export function selectGoingOn(rows: readonly StoredRow[], behind: number): Statement<StoredRow> {
  return statement(sql`select distinct c.group_id, c.stream_type, c.stream_id, c.transaction_id
    from unnest(${rows.map((row) => row.group_id)}::int[], ${rows.map((row) => row.stream_type)}::text[],
      ${rows.map((row) => row.stream_id)}::int[], ${rows.map((row) => row.transaction_id)}::xid8[])
      as c (group_id, stream_type, stream_id, transaction_id)
    join events e using (group_id, stream_type, stream_id, transaction_id)
    where e.position > ${behind}::bigint`);
}

/** The events of records before a version of each, record by record in order. */
export function selectBefore(records: readonly RecordBefore[]): Statement<StoredRow> {
  return statement(sql`select e.group_id, e.stream_type, e.stream_id, e.version, e.position, e.transaction_id, e.type, e.data, e.at
    from unnest(${records.map(({ groupID }) => groupID)}::int[], ${records.map(({ type }) => type)}::text[],
      ${records.map(({ id }) => id)}::int[], ${records.map(({ version }) => version)}::int[])
      as r (group_id, stream_type, stream_id, version)
    join events e on e.group_id = r.group_id and e.stream_type = r.stream_type and e.stream_id = r.stream_id and e.version < r.version
    order by e.group_id, e.stream_type, e.stream_id, e.version`);
}

/** Replaces what is unread. */
export function writeUnread(unread: readonly Unread[]): Statement[] {
  return [
    db.deleteFrom('event_feed'),
    statement(sql`insert into event_feed (first, last, writers)
      select first, last, writers from jsonb_to_recordset(${JSON.stringify(unread)}::jsonb)
        as unread (first bigint, last bigint, writers text[])`),
  ];
}
