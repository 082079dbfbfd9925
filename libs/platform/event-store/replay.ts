import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { prepared, type Statement, statement } from '#platform/database';
import { type EventLog, type MeasuredRow, SEALED_KEY, WITH_KEYS } from './event-log.js';
import { recordWriteOf } from './record-table.js';
import type { Recorded } from './recorded-event.js';
import type { Subscription } from './subscription.js';
import { UnreadableHistory } from './unreadable.js';

/** A record, by which a replay goes forward. */
export interface RecordKey {
  group_id: number;
  id: number;
}

/** The most events, and the most bytes, that are read and replayed together: memory use does not grow with their number. */
const [BATCH, BYTES] = [2_000, 4 * 1024 * 1024];

/** The last number and version there can be. */
const LAST = 2 ** 31 - 1;

/** Maximum parameters per statement, a little below the limit of PostgreSQL. */
const PARAMETERS = 60_000;

/** Whole records that were replayed. */
export interface Batch {
  /** How many events they have. */
  events: number;
  /** The last of them; null when it is the end. */
  last: RecordKey | null;
}

/** Writes what a projection makes of events into temporary tables that stand before the real ones until the transaction ends. */
export class Replay {
  private rows = new Map<string, Map<string, Record<string, unknown>>>();
  /** Records whose events can't be read: what is written of them is nothing to compare with. */
  readonly unreadable: RecordKey[] = [];

  private constructor(
    private readonly client: pg.ClientBase,
    private readonly log: EventLog,
    private readonly projection: Subscription,
  ) {}

  /** Makes the temporary tables. @param client in a transaction */
  static async in(client: pg.ClientBase, log: EventLog, projection: Subscription): Promise<Replay> {
    for (const table of projection.rebuilds) {
      await client.query(
        `create temp table "${table}" (like public."${table}" including defaults including generated, primary key (group_id, id))
         on commit drop`,
      );
      // Columns that a trigger fills are filled here too.
      const { rows } = await client.query<{ trigger: string }>(
        `select replace(pg_get_triggerdef(oid), ' ON public.' || quote_ident($1) || ' ',
           ' ON pg_temp.' || quote_ident($1) || ' ') as trigger
         from pg_trigger where tgrelid = ('public.' || quote_ident($1))::regclass and not tgisinternal`,
        [table],
      );
      for (const { trigger } of rows) await client.query(trigger);
    }
    return new Replay(client, log, projection);
  }

  /** Writes what the projection makes of the next records, as the transaction sees them. */
  async after(place: RecordKey | null): Promise<Batch> {
    const from = place ?? { group_id: 0, id: 0 };
    const of = this.projection.stream.type;
    const keys: RecordKey[] = await this.select(sql`
      select group_id, stream_id as id from events
      where stream_type = ${of}::text and (group_id, stream_type, stream_id) > (${from.group_id}::int, ${of}::text, ${from.id}::int)
      order by group_id, stream_type, stream_id limit ${BATCH + 1}::int`);
    const last = lastWhole(keys);
    const to = last ?? { group_id: LAST, id: LAST };
    const events = await this.write(
      sql`(group_id, stream_type, stream_id) <= (${to.group_id}::int, ${of}::text, ${to.id}::int)`,
      { ...from, version: LAST },
    );
    return { events, last };
  }

  /** The same of these records. */
  async of(keys: readonly RecordKey[]): Promise<void> {
    const groups = keys.map(({ group_id }) => group_id);
    const ids = keys.map(({ id }) => id);
    await this.write(sql`(group_id, stream_id) in (select * from unnest(${groups}::int[], ${ids}::int[]))`);
  }

  /** Reads events in pages, record by record in the order of their versions. @returns how many there are */
  private async write(which: RawBuilder<unknown>, from = { group_id: 0, id: 0, version: 0 }): Promise<number> {
    for (let [events, after, isLast] = [0, from, false]; ; ) {
      const rows = await this.select(selectAfter(this.projection.stream.type, which, after));
      for (const event of this.readable(rows))
        for (const statement of this.projection.project(event, [event])) await this.add(statement);
      events += rows.length;
      isLast = rows.length < BATCH && (rows.at(-1)?.total ?? 0) < BYTES;
      if (isLast) {
        await this.flush();
        return events;
      }
      const { group_id, stream_id: id, version } = rows.at(-1)!;
      after = { group_id, id, version };
    }
  }

  private readable(rows: readonly MeasuredRow[]): Recorded[] {
    const records = Map.groupBy(rows, ({ group_id, stream_id }) => `${group_id}/${stream_id}`);
    return [...records.values()].flatMap((ofOne) => {
      try {
        return this.log.recorded(ofOne);
      } catch (error) {
        if (!(error instanceof UnreadableHistory)) throw error;
        this.unreadable.push({ group_id: error.record.groupID, id: error.record.id });
        return [];
      }
    });
  }

  private async select<Row>(query: RawBuilder<Row>): Promise<Row[]> {
    return (await this.client.query(prepared(statement(query).compile()))).rows as Row[];
  }

  /** Keeps what is written about one row together, so that it is written once; anything else is sent as it is. */
  private async add(statement: Statement): Promise<void> {
    const record = recordWriteOf(statement);
    const rows = record && (this.rows.get(record.table) ?? new Map<string, Record<string, unknown>>());
    const key = record && `${record.columns.group_id}/${record.columns.id}`;
    if (rows && record.kind === 'insert') this.rows.set(record.table, rows.set(key!, { ...record.columns }));
    else if (rows?.has(key!) && record!.kind === 'update') Object.assign(rows.get(key!)!, record!.columns);
    else if (rows?.has(key!)) rows.delete(key!);
    else {
      await this.flush();
      const { sql: text, parameters } = statement.compile();
      // Without a name: a statement by that name may be planned on this connection, for the real table.
      await this.client.query({ text, values: parameters as unknown[] });
    }
  }

  private async flush(): Promise<void> {
    const written = this.rows;
    this.rows = new Map();
    const sent: Promise<unknown>[] = [];
    for (const [table, rows] of written) {
      for (const alike of Map.groupBy(rows.values(), (row) => Object.keys(row).join()).values()) {
        const columns = Object.keys(alike[0]!);
        const most = Math.floor(PARAMETERS / columns.length);
        for (let at = 0; at < alike.length; at += most) sent.push(this.insert(table, columns, alike.slice(at, at + most)));
      }
    }
    await Promise.all(sent);
  }

  private insert(table: string, columns: readonly string[], rows: readonly Record<string, unknown>[]): Promise<unknown> {
    let parameter = 0;
    const tuples = rows.map(() => `(${columns.map(() => `$${++parameter}`).join()})`);
    const text = `insert into pg_temp."${table}" (${columns.map((column) => `"${column}"`).join()}) values ${tuples.join()}`;
    return this.client.query({ text, values: rows.flatMap((row) => columns.map((column) => row[column])) });
  }
}

/** The last of these records that has all of its events among them, or else the first; null when they are the last there are. */
function lastWhole(events: readonly RecordKey[]): RecordKey | null {
  if (events.length <= BATCH) return null;
  const cut = events.at(-1)!;
  return events.findLast(({ group_id, id }) => group_id !== cut.group_id || id !== cut.id) ?? cut;
}

/** The first events of a kind of record behind one, of those that are wanted. */
function selectAfter(type: string, which: RawBuilder<unknown>, { group_id, id, version }: RecordKey & { version: number }) {
  const size = sql`octet_length(data::text)`;
  return sql<MeasuredRow>`
    select e.*, ${SEALED_KEY} from (
      select *, ${size} as bytes,
        sum(${size}) over (order by group_id, stream_type, stream_id, version rows unbounded preceding)::float8 as total
      from events
      where stream_type = ${type}::text and ${which}
        and (group_id, stream_type, stream_id, version) > (${group_id}::int, ${type}::text, ${id}::int, ${version}::int)
      order by group_id, stream_type, stream_id, version limit ${sql.lit(BATCH)}
    ) e
    ${WITH_KEYS}
    where e.total - e.bytes < ${sql.lit(BYTES)}
    order by e.group_id, e.stream_type, e.stream_id, e.version`;
}
