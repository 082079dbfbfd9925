import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { externalIDsHeld } from '#contexts/items';
import { Database, statement, tryTurn } from '#platform/database';
import { Clock } from '#platform/kernel';
import { LeasedRows } from '#platform/leases';
import type { ImportRow } from '../import.entities.js';
import { turnOf } from '../imports.js';
import { type JudgedRows, keeping } from './judged-rows.js';
import { RefusedCells } from './refused-cells.js';
import type { RowError } from './row-errors.js';

/** Milliseconds for which a worker holds an import: if it dies, another continues it then. */
const LEASE = 20_000;

/** How many imports are tried for one that nobody else is taking or ending. */
const TRIED = 5;

/** How long the refused rows of an import are kept, in days. */
const KEPT = 90;

/** An import that this worker holds. */
export type LeasedImport = ImportRow & { lease: string; sealed_key: Buffer };

/** The same with how far the import is. */
export interface Saved extends JudgedRows {
  nextByte: number;
  nextRow: number;
  accepted: number;
  locationIDs: readonly string[];
  isEnd: boolean;
}

/** How far imports are, in PostgreSQL (docs/adr/0038-imports.md). */
@Injectable()
export class ImportStore {
  private readonly rows: LeasedRows<Pick<ImportRow, 'group_id' | 'id'>>;

  constructor(
    private readonly database: Database,
    clock: Clock,
    private readonly cells: RefusedCells,
  ) {
    const columns = { token: 'lease', until: 'leased_until' };
    const table = { table: sql`imports`, key: { group_id: 'int', id: 'int' }, length: LEASE, columns } as const;
    this.rows = new LeasedRows(database, clock, table);
  }

  /**
   * Takes the next import, or null: the first of the Group that has waited longest.
   * @param onlyOf the one Group that counts; all of them by default
   */
  async claim(onlyOf: number | null = null): Promise<{ leased: LeasedImport; registered: ReadonlySet<number> } | null> {
    const { rows } = this;
    const next = await this.database.query(
      statement<{ group_id: number; id: number }>(sql`
        select w.group_id, w.id from imports w
        where w.parts > 0 and ${rows.isFree} and (${onlyOf}::int is null or w.group_id = ${onlyOf}::int)
          and not exists (select from imports e where e.group_id = w.group_id and e.id < w.id and e.parts > 0)
        order by w.worked_at nulls first limit ${TRIED}::int`),
    );
    for (const { group_id: groupID, id } of next) {
      const claimed = await this.inTurn(groupID, id, () =>
        this.database.pipeline<[LeasedImport, { row: number }]>(
          statement(sql`
            update imports w set ${rows.taken(randomUUID())}, worked_at = ${rows.now},
              status = case status when 'queued' then 'running' else status end,
              started_at = coalesce(started_at, ${rows.now}), version = version + case status when 'queued' then 1 else 0 end
            where w.group_id = ${groupID}::int and w.id = ${id}::int and w.parts > 0 and ${rows.isFree}
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
    const { now } = this.rows;
    return this.database.query(
      statement(sql<{ status: string; count: number; idle_seconds: number }>`
        select state.status, count(i.id)::int as count, coalesce(max(max(
          case when not exists (select from imports e where e.group_id = i.group_id and e.id < i.id and e.parts > 0)
            then extract(epoch from ${now} - greatest(i.created_at, i.worked_at)) end)) over (), 0)::float8 as idle_seconds
        from unnest(array['queued', 'running']) as state(status) left join imports i on i.parts > 0 and i.status = state.status
        group by state.status`),
    );
  }

  /** The keys that items have (`held`), and hex hashes of those that earlier rows have: accepted in a dry run (`taken`), or refused. */
  async keysBefore({ group_id: groupID, id }: LeasedImport, keys: readonly string[], hashes: readonly Buffer[]) {
    const [held, rows] = await this.database.pipeline<[{ external_id: string }, { key: Buffer; refused: boolean }]>(
      externalIDsHeld(groupID, keys),
      statement(sql`
        select key, refused from import_rows
        where group_id = ${groupID}::int and import_id = ${id}::int and key = any(${hashes}::bytea[])`),
    );
    const hex = (wanted: boolean) => rows.filter(({ refused }) => refused === wanted).map(({ key }) => key.toString('hex'));
    return { held: held.map(({ external_id }) => external_id), taken: hex(false), refused: hex(true) };
  }

  /** Saves what became of rows and gives the import back, unless another worker holds it by now. */
  async save(leased: LeasedImport, saved: Saved): Promise<void> {
    const { group_id: groupID } = leased;
    const { nextByte, nextRow, accepted, refusals, locationIDs, isEnd } = saved;
    const mine = this.mine(leased);
    await this.database.batch(
      [
        ...keeping(leased, saved, mine, this.cells),
        statement(sql`
        update imports w set
          accepted = accepted + ${accepted}::int,
          refused = refused + case status when 'running' then ${refusals.length}::int else 0 end,
          rows = case when status = 'running' and ${isEnd}::boolean
            then accepted + refused + ${accepted + refusals.length}::int else rows end,
          next_byte = ${nextByte}::int, next_row = ${nextRow}::int, version = version + 1,
          location_ids = array(select distinct unnest(location_ids || ${locationIDs}::text[]) order by 1),
          finished_at = case when status = 'running' and ${isEnd}::boolean then ${this.rows.now} else finished_at end,
          status = case when status = 'running' and ${isEnd}::boolean then 'done' else status end, ${this.rows.left()}
        where ${mine}`),
      ],
      { groupID },
    );
  }

  /** Ends an import that can't go on, and says why in the row where it stopped. */
  async fail(leased: LeasedImport, error: RowError): Promise<void> {
    const running = sql`${this.mine(leased)} and w.status = 'running'`;
    await this.database.batch(
      [
        statement(sql`
        insert into import_refusals (group_id, import_id, row, errors)
        select group_id, id, ${leased.next_row}::int, ${JSON.stringify([error])}::json from imports w where ${running}`),
        statement(sql`
        update imports w set status = 'failed', version = version + 1, finished_at = ${this.rows.now}, ${this.rows.left()}
        where ${running}`),
      ],
      { groupID: leased.group_id },
    );
  }

  /** Whether this worker still holds it. */
  private mine({ group_id: groupID, id, lease }: LeasedImport): RawBuilder<boolean> {
    return sql`w.group_id = ${groupID}::int and w.id = ${id}::int and ${this.rows.isHeld(lease)}`;
  }

  /** Deletes the rest of an ended import, once its file is deleted. Without the turn, another claim does it. */
  async close({ group_id: groupID, id }: ImportRow): Promise<void> {
    await this.inTurn(groupID, id, () =>
      this.database.pipeline(
        statement(sql`
          update imports set parts = 0, sealed_key = null, ${this.rows.left()}, version = version + 1,
            accepted = accepted + (select count(*)::int from import_rows r
              where r.group_id = ${groupID}::int and r.import_id = ${id}::int and r.key is null)
          where group_id = ${groupID}::int and id = ${id}::int and parts > 0`),
        statement(sql`delete from import_rows where group_id = ${groupID}::int and import_id = ${id}::int`),
        statement(sql`delete from import_addresses where group_id = ${groupID}::int and import_id = ${id}::int`),
      ),
    );
  }

  /** Forgets refused rows of imports that ended long ago. @returns how many */
  async forget(limit: number): Promise<number> {
    const rows = await this.database.query(
      statement(sql`
        delete from import_refusals where (group_id, import_id, row) in (
          select r.group_id, r.import_id, r.row from imports i join import_refusals r on r.group_id = i.group_id and r.import_id = i.id
          where i.finished_at < ${this.rows.now} - ${KEPT}::int * interval '1 day' limit ${limit}::int
        ) returning row`),
    );
    return rows.length;
  }
}
