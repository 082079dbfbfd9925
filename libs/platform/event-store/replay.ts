import { sql } from 'kysely';
import type pg from 'pg';
import { prepared, type Statement } from '#platform/database';
import { EventLog, type EventRow } from './event-log.js';
import { recordWriteOf } from './record-table.js';
import type { Recorded } from './recorded-event.js';
import type { Subscription } from './subscription.js';

/** A record, by which a replay goes forward. */
export interface RecordKey {
  group_id: number;
  id: number;
}

/** How many events are read at once: memory use does not grow with the number of events. */
const BATCH = 2_000;

/** So many parameters PostgreSQL takes in one statement, and some more. */
const PARAMETERS = 60_000;

/** The events of whole streams, record by record. */
export interface Batch {
  events: Recorded[];
  /** The last record that is in it; null when it is the end. */
  last: RecordKey | null;
}

/** Writes what a projection makes of events into temporary tables that stand before the real ones until the transaction ends. */
export class Replay {
  private rows = new Map<string, Map<string, Record<string, unknown>>>();

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
        `select replace(pg_get_triggerdef(oid), ' ON public.' || quote_ident($1) || ' ', ' ON pg_temp.' || quote_ident($1) || ' ') as trigger
         from pg_trigger where tgrelid = ('public.' || quote_ident($1))::regclass and not tgisinternal`,
        [table],
      );
      for (const { trigger } of rows) await client.query(trigger);
    }
    return new Replay(client, log, projection);
  }

  /** The events of the next records as the transaction sees them. */
  async after(place: RecordKey | null): Promise<Batch> {
    const of = this.projection.stream.type;
    const from = place ?? { group_id: 0, id: 0 };
    const rows = await this.select(
      sql<boolean>`(events.group_id, events.stream_type, events.stream_id) > (${from.group_id}::int, ${of}::text, ${from.id}::int)`,
      BATCH + 1,
    );
    if (rows.length <= BATCH) return { events: this.log.recorded(rows), last: null };
    const { group_id, stream_id } = rows.at(-1)!;
    const whole = rows.filter((row) => row.group_id !== group_id || row.stream_id !== stream_id);
    if (whole.length === 0) return { events: await this.of([{ group_id, id: stream_id }]), last: { group_id, id: stream_id } };
    const { group_id: lastGroup, stream_id: lastID } = whole.at(-1)!;
    return { events: this.log.recorded(whole), last: { group_id: lastGroup, id: lastID } };
  }

  /** The events of the records as the transaction sees them. */
  async of(keys: readonly RecordKey[]): Promise<Recorded[]> {
    const groups = keys.map(({ group_id }) => group_id);
    const ids = keys.map(({ id }) => id);
    const among = sql<boolean>`(events.group_id, events.stream_id) in (select * from unnest(${groups}::int[], ${ids}::int[]))`;
    return this.log.recorded(await this.select(among));
  }

  /** Writes what the projection makes of the events; those of a record are complete and in order. */
  async write(events: readonly Recorded[]): Promise<void> {
    for (const event of events) for (const statement of this.projection.project(event, [event])) await this.add(statement);
    await this.flush();
  }

  private async select(condition: ReturnType<typeof sql<boolean>>, limit?: number): Promise<EventRow[]> {
    const query = EventLog.selectEvents()
      .where('events.stream_type', '=', this.projection.stream.type)
      .where(condition)
      .orderBy('events.group_id')
      .orderBy('events.stream_type')
      .orderBy('events.stream_id')
      .orderBy('events.version');
    const limited = limit === undefined ? query : query.limit(limit);
    return (await this.client.query(prepared(limited.compile()))).rows as EventRow[];
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
