import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, type Statement, serviceTime, statement, template, tryTurn } from '#platform/database';
import type { Fact } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { type ImportRow, turnOf } from '../imports.js';
import type { RowError } from './row-errors.js';

/** Seconds for which a worker holds an import: if it dies, another continues it then. */
const LEASE = 20;

/** How many imports are tried for one that nobody else is taking or ending. */
const TRIED = 5;

/** How long the refused rows of an import are kept, in days. */
const KEPT = 90;

/** An import that this worker holds. */
export type LeasedImport = ImportRow & { lease: string; sealed_key: Buffer };

/** What became of some rows. */
export interface Saved {
  nextByte: number;
  nextRow: number;
  accepted: number;
  refusals: readonly { row: number; errors: readonly RowError[] }[];
  /** Of a dry run: the keys that accepted rows would take. */
  keys: readonly { row: number; key: Buffer }[];
  locationIDs: readonly string[];
  isEnd: boolean;
}

/** How far imports are, in PostgreSQL (docs/adr/0038-imports.md). */
@Injectable()
export class ImportStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes the import whose turn it is: the first of its Group, of the Group that has waited longest; null when there is none.
   * @param onlyOf the Group whose imports count; all of them by default
   */
  async claim(onlyOf: number | null = null): Promise<{ leased: LeasedImport; registered: ReadonlySet<number> } | null> {
    const now = serviceTime(this.clock);
    const next = await this.database.query(
      statement<{ group_id: number; id: number }>(sql`
        select i.group_id, i.id from imports i
        where i.parts > 0 and (i.leased_until is null or i.leased_until <= ${now})
          and (${onlyOf}::int is null or i.group_id = ${onlyOf}::int)
          and not exists (select from imports e where e.group_id = i.group_id and e.id < i.id and e.parts > 0)
        order by i.worked_at nulls first limit ${TRIED}::int`),
    );
    for (const { group_id: groupID, id } of next) {
      const claimed = await this.inTurn(groupID, id, () =>
        this.database.pipeline<[LeasedImport, { row: number }]>(
          statement(sql`
            update imports set lease = ${randomUUID()}::uuid, leased_until = ${now} + ${LEASE}::int * interval '1 second', worked_at = ${now},
              status = case status when 'queued' then 'running' else status end, started_at = coalesce(started_at, ${now}),
              version = version + case status when 'queued' then 1 else 0 end
            where group_id = ${groupID}::int and id = ${id}::int and parts > 0 and (leased_until is null or leased_until <= ${now})
            returning *`),
          statement(sql`select row from import_rows where group_id = ${groupID}::int and import_id = ${id}::int and key is null`),
        ),
      );
      const [[leased] = [], registered = []] = claimed ?? [];
      if (leased) return { leased, registered: new Set(registered.map(({ row }) => row)) };
    }
    return null;
  }

  /**
   * Does work in a transaction of its own unless rows of the import are being registered, or somebody else takes or ends it: null then.
   * It does not wait, as others would wait for the connection.
   */
  private inTurn<T>(groupID: number, id: number, work: () => Promise<T>): Promise<T | null> {
    return this.database.inTransaction(async () => {
      const [turn] = await this.database.query(tryTurn({ name: turnOf(groupID, id) }));
      return turn!.mine ? work() : null;
    });
  }

  /** Imports that have not ended, by status, and how long nobody has gone on with the one that has waited longest. */
  unfinished(): Promise<{ status: string; count: number; idle_seconds: number }[]> {
    const now = serviceTime(this.clock);
    return this.database.query(
      statement(sql<{ status: string; count: number; idle_seconds: number }>`
        select state.status, count(i.id)::int as count, coalesce(max(max(
          case when not exists (select from imports e where e.group_id = i.group_id and e.id < i.id and e.parts > 0)
            then extract(epoch from ${now} - greatest(i.created_at, i.worked_at)) end)) over (), 0)::float8 as idle_seconds
        from unnest(array['queued', 'running']) as state(status) left join imports i on i.parts > 0 and i.status = state.status
        group by state.status`),
    );
  }

  /** That the import goes on and this worker holds it: no row is registered otherwise. */
  fact({ group_id: groupID, id, lease }: LeasedImport): Fact {
    return { about: { groupID, type: 'import', id }, check: isLeased({ groupID, id, lease }) };
  }

  /** Notes a row as registered, in the transaction that registers it. */
  noting({ group_id: groupID, id }: LeasedImport, row: number): Statement {
    return noteRow({ groupID, id, row });
  }

  /** Those of the keys that rows of a dry run would take. */
  async taken({ group_id: groupID, id }: LeasedImport, keys: readonly Buffer[]): Promise<string[]> {
    const rows = await this.database.query(
      statement<{ key: Buffer }>(sql`
        select key from import_rows
        where group_id = ${groupID}::int and import_id = ${id}::int and key = any(${keys}::bytea[])`),
    );
    return rows.map(({ key }) => key.toString('hex'));
  }

  /** Saves what became of rows and gives the import back, unless another worker holds it by now. */
  async save(leased: LeasedImport, { nextByte, nextRow, accepted, refusals, keys, locationIDs, isEnd }: Saved): Promise<void> {
    const { group_id: groupID, id, lease } = leased;
    const mine = sql`group_id = ${groupID}::int and id = ${id}::int and lease = ${lease}::uuid`;
    const running = sql`exists (select from imports where ${mine} and status = 'running')`;
    const texts = keys.map(({ row, key }) => ({ row, key: key.toString('hex') }));
    await this.database.batch([
      statement(sql`
        insert into import_refusals (group_id, import_id, row, errors)
        select ${groupID}::int, ${id}::int, x.row, x.errors
        from json_to_recordset(${JSON.stringify(refusals)}::json) as x(row int, errors json) where ${running}`),
      statement(sql`
        delete from import_rows where group_id = ${groupID}::int and import_id = ${id}::int and key is null
          and exists (select from imports where ${mine})`),
      statement(sql`
        insert into import_rows (group_id, import_id, row, key)
        select ${groupID}::int, ${id}::int, x.row, decode(x.key, 'hex')
        from json_to_recordset(${JSON.stringify(texts)}::json) as x(row int, key text) where ${running}`),
      statement(sql`
        update imports set
          accepted = accepted + ${accepted}::int,
          refused = refused + case status when 'running' then ${refusals.length}::int else 0 end,
          rows = case when status = 'running' and ${isEnd}::boolean then accepted + refused + ${accepted + refusals.length}::int else rows end,
          next_byte = ${nextByte}::int, next_row = ${nextRow}::int, version = version + 1,
          location_ids = array(select distinct unnest(location_ids || ${locationIDs}::text[]) order by 1),
          finished_at = case when status = 'running' and ${isEnd}::boolean then ${serviceTime(this.clock)} else finished_at end,
          status = case when status = 'running' and ${isEnd}::boolean then 'done' else status end,
          lease = null, leased_until = null
        where ${mine}`),
    ]);
  }

  /** Ends an import that can't go on, and says why in the row where it stopped. */
  async fail(leased: LeasedImport, error: RowError): Promise<void> {
    const { group_id: groupID, id, lease, next_row: row } = leased;
    await this.database.batch([
      statement(sql`
        insert into import_refusals (group_id, import_id, row, errors)
        select group_id, id, ${row}::int, ${JSON.stringify([error])}::json from imports
        where group_id = ${groupID}::int and id = ${id}::int and lease = ${lease}::uuid and status = 'running'`),
      statement(sql`
        update imports set status = 'failed', version = version + 1, finished_at = ${serviceTime(this.clock)}, lease = null, leased_until = null
        where group_id = ${groupID}::int and id = ${id}::int and lease = ${lease}::uuid and status = 'running'`),
    ]);
  }

  /** An import has ended and its file is deleted: nothing that stood in it is left. Where it is not this one's turn, another claim ends it. */
  async close({ group_id: groupID, id }: ImportRow): Promise<void> {
    await this.inTurn(groupID, id, () =>
      this.database.pipeline(
        statement(sql`
          update imports set parts = 0, sealed_key = null, lease = null, leased_until = null, version = version + 1,
            accepted = accepted + (select count(*)::int from import_rows r where r.group_id = ${groupID}::int and r.import_id = ${id}::int and r.key is null)
          where group_id = ${groupID}::int and id = ${id}::int and parts > 0`),
        statement(sql`delete from import_rows where group_id = ${groupID}::int and import_id = ${id}::int`),
      ),
    );
  }

  /** Forgets refused rows of imports that ended long ago. @returns how many */
  async forget(limit: number): Promise<number> {
    const rows = await this.database.query(
      statement(sql`
        delete from import_refusals where (group_id, import_id, row) in (
          select r.group_id, r.import_id, r.row from imports i join import_refusals r on r.group_id = i.group_id and r.import_id = i.id
          where i.finished_at < ${serviceTime(this.clock)} - ${KEPT}::int * interval '1 day' limit ${limit}::int
        ) returning row`),
    );
    return rows.length;
  }
}

const isLeased = template<{ groupID: number; id: number; lease: string }, unknown>(({ groupID, id, lease }) =>
  statement(sql`select 1 / case when exists (
    select from imports where group_id = ${groupID}::int and id = ${id}::int and lease = ${lease}::uuid and status = 'running'
  ) then 1 else 0 end`),
);

const noteRow = template<{ groupID: number; id: number; row: number }, unknown>(({ groupID, id, row }) =>
  statement(sql`insert into import_rows (group_id, import_id, row) values (${groupID}::int, ${id}::int, ${row}::int)`),
);
