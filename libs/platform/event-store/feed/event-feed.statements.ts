import { type RawBuilder, sql } from 'kysely';
import { looseScan, type Statement, statement, tables } from '#platform/database';
import type { EventFeedEntity } from '../event.entity.js';
import type { StreamID } from '../recorded-event.js';
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
  /** Null where it is larger than what may be read. */
  data: Record<string, unknown> | null;
  at: string;
  /** The size of its data; and of all that were read with it up to it. */
  bytes: number;
  total: number;
}

/** An event of a record before the one that is looked at. */
export interface EarlierRow extends StoredRow {
  /** The place of its record among those that were asked for. */
  nth: number;
  /** The state up to this event, where that is stored. */
  known: object | null;
}

/** The events of a record from a version on that are before another. */
export interface RecordBefore extends StreamID {
  from: number;
  version: number;
}

/** Maximum bytes of events per read, and of a single event. */
export const [MOST_BYTES, LARGEST] = [4 * 1024 * 1024, 4 * 1024 * 1024];

/** Maximum events of a record per read. */
export const PAGE = 200;

const COLUMNS = sql`group_id, stream_type, stream_id, version, position, transaction_id, type, data, at`;

/** The columns of what is read: no data that is too large. */
const READ = sql`e.group_id, e.stream_type, e.stream_id, e.version, e.position, e.transaction_id, e.type, e.at, e.bytes, e.total,
  case when e.bytes <= ${sql.lit(LARGEST)} then e.data end as data`;

/** The size of an event, and of all that come before it in an order. */
const sizes = (order: RawBuilder<unknown>) => sql`octet_length(e.data::text) as bytes,
  sum(octet_length(e.data::text)) over (order by ${order} rows unbounded preceding)::float8 as total`;

export const selectUnread = () => db.selectFrom('event_feed').select(['first', 'last', 'writers']).orderBy('first');

/**
 * The transactions that write to a table and have not ended, such as those that may have drawn a position: a writer locks the table before
 * it draws, and until its end. It is seen until its commit is visible. (A transaction ID would not do: it may be assigned after the
 * position was drawn.)
 */
export const selectWriters = (table: string): Statement<{ writer: string }> =>
  statement(sql`select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = ${`public.${table}`}::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`);

/**
 * The first events in unread positions, in order, of all kinds of record that were ever written: another release may know more kinds. Each
 * kind is looked through by the index of the rebuild.
 */
export function selectEventsIn(unread: readonly Unread[], limit: number): Statement<StoredRow> {
  const firsts = unread.map(({ first }) => first);
  const lasts = unread.map(({ last }) => last ?? Number.MAX_SAFE_INTEGER);
  return statement(sql`
    with recursive ${looseScan('kind', sql`events`, ['stream_type'])}
    select ${READ} from (
      select e.*, ${sizes(sql`e.position`)} from (
        select found.* from unnest(${firsts}::bigint[], ${lasts}::bigint[]) as unread (first, last)
        cross join kind
        cross join lateral (
          select ${COLUMNS} from events
          where events.stream_type = kind.stream_type and events.position between unread.first and unread.last
          order by events.position limit ${limit}::int
        ) found
        order by found.position limit ${limit}::int
      ) e
    ) e
    where e.total - e.bytes < ${sql.lit(MOST_BYTES)}
    order by e.position`);
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

/** The first events of each record before a version, record by record, from a snapshot on where there is one of the shape. */
export function selectBefore(records: readonly RecordBefore[], shape: string): Statement<EarlierRow> {
  return statement(sql`select ${READ}, e.nth::int as nth, e.known from (
      select e.*, ${sizes(sql`e.nth, e.version`)} from (
        select r.nth, earlier.*, case when earlier.version = s.version then s.state end as known
        from unnest(${records.map(({ groupID }) => groupID)}::int[], ${records.map(({ type }) => type)}::text[],
          ${records.map(({ id }) => id)}::int[], ${records.map(({ from }) => from)}::int[], ${records.map(({ version }) => version)}::int[])
          with ordinality as r (group_id, stream_type, stream_id, first, version, nth)
        left join snapshots s on s.group_id = r.group_id and s.stream_type = r.stream_type and s.stream_id = r.stream_id
          and s.purpose = 'feed' and s.shape = ${shape}::text and s.version < r.version
        cross join lateral (
          select ${COLUMNS} from events
          where events.group_id = r.group_id and events.stream_type = r.stream_type and events.stream_id = r.stream_id
            and events.version >= greatest(r.first, s.version) and events.version < r.version
          order by events.version limit ${sql.lit(PAGE)}
        ) earlier
      ) e
    ) e
    where e.total - e.bytes < ${sql.lit(MOST_BYTES)}
    order by e.nth, e.version`);
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
