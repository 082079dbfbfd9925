import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { statement } from '#platform/database';
import {
  BATCH,
  BYTES,
  type Compared,
  comparison,
  type Difference,
  madeBeside,
  nameOf,
  type Range,
  type RecordKey,
  selectAfter,
} from './comparison.js';
import type { EventLog } from './event-log.js';
import type { MeasuredRow } from './event-pages.js';
import { recordWriteOf } from './record-table.js';
import type { Subscription } from './subscription.js';
import { UnreadableHistory } from './unreadable.js';

/** Rows per insert: all their values are parameters, of which PostgreSQL takes 65,535. */
const ROWS = 500;

/** The last number and version there can be. */
const LAST = 2 ** 31 - 1;

/**
 * Compares records with what their events say: what the projection makes of these goes into a temporary table, where PostgreSQL adds
 * what it computes itself. Nothing of it stays.
 */
export class Inspection {
  constructor(
    private readonly client: pg.ClientBase,
    private readonly log: EventLog,
    readonly projection: Subscription,
    readonly table: string,
  ) {}

  /** The records behind one with about 2,000 events. */
  async next(behind: RecordKey): Promise<{ range: Range; isLast: boolean }> {
    const { type } = this.projection.stream;
    const [to] = await this.select<RecordKey>(sql`
      select group_id, stream_id as id from events
      where stream_type = ${type}::text and (group_id, stream_type, stream_id) > (${behind.group_id}::int, ${type}::text, ${behind.id}::int)
      order by group_id, stream_type, stream_id offset ${BATCH - 1}::int limit 1`);
    return { range: { behind, to: to ?? { group_id: LAST, id: LAST } }, isLast: !to };
  }

  /**
   * Compares records as of one moment and without a lock: events and rows are committed together, and a transaction of level repeatable
   * read sees both as they then were.
   */
  async compared(range: Range): Promise<Compared> {
    await this.client.query('begin isolation level repeatable read');
    try {
      await this.client.query('set local statement_timeout = 0; set local enable_seqscan = off');
      return await this.comparedIn(range);
    } finally {
      await this.client.query('rollback');
    }
  }

  /** The same in the caller's transaction, which has locked them. */
  async comparedIn({ behind, to }: Range): Promise<Compared> {
    await this.client.query(madeBeside(this.table));
    const { rows, ...read } = await this.replayed({ behind, to });
    for (const [columns, alike] of Map.groupBy(rows, (row) => Object.keys(row).join('", "'))) {
      for (let at = 0; at < alike.length; at += ROWS) await this.insert(columns, alike.slice(at, at + ROWS));
    }
    const values = [behind.group_id, behind.id, to.group_id, to.id];
    const [compared] = (await this.client.query<Compared>(comparison(this.table), values)).rows as [Compared];
    // A record that can't be read is no other difference, and its row stays.
    const names = new Set(read.unreadable.map(nameOf));
    return { ...compared, ...read, found: compared.found.filter((one) => !names.has(nameOf(one))) };
  }

  /** The rows that the projection makes of events, which are read record by record in the order of their versions. */
  private async replayed({ behind, to }: Range) {
    const rows = new Map<string, object>();
    const unreadable = new Map<string, Difference>();
    let events = 0;
    for (let [after, isLast] = [{ ...behind, version: LAST }, false]; !isLast; ) {
      const page = await this.select(selectAfter(this.projection.stream.type, after, to));
      for (const ofOne of Map.groupBy(page, ({ group_id, stream_id: id }) => nameOf({ group_id, id })).values()) {
        try {
          this.replay(ofOne, rows);
        } catch (error) {
          if (!(error instanceof UnreadableHistory)) throw error;
          const key = { group_id: error.record.groupID, id: error.record.id };
          unreadable.set(nameOf(key), { table: this.table, ...key, kind: 'unreadable', columns: [] });
        }
      }
      const last = page.at(-1);
      if (last) after = { group_id: last.group_id, id: last.stream_id, version: last.version };
      events += page.length;
      isLast = page.length < BATCH && (last?.total ?? 0) < BYTES;
    }
    return { rows: [...rows.values()], events, unreadable: [...unreadable.values()] };
  }

  private replay(events: readonly MeasuredRow[], rows: Map<string, object>): void {
    for (const event of this.log.recorded(events)) {
      for (const { kind, columns } of this.projection.project(event, [event]).map((written) => recordWriteOf(written)!)) {
        const row = kind === 'insert' ? {} : rows.get(nameOf(columns));
        if (kind === 'delete') rows.delete(nameOf(columns));
        else if (row) rows.set(nameOf(columns), Object.assign(row, columns));
      }
    }
  }

  /** Written here, as kysely makes an object of each value. */
  private insert(columns: string, rows: readonly object[]): Promise<unknown> {
    let parameter = 0;
    const tuples = rows.map((row) => `(${Object.keys(row).map(() => `$${++parameter}`)})`);
    const text = `insert into pg_temp.made ("${columns}") values ${tuples.join()}`;
    return this.client.query({ text, values: rows.flatMap((row) => Object.values(row)) });
  }

  private async select<Row>(query: RawBuilder<Row>): Promise<Row[]> {
    const { sql: text, parameters } = statement(query).compile();
    return (await this.client.query({ text, values: [...parameters] })).rows as Row[];
  }
}
