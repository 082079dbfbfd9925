import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { BY_KEY, inRetriedTransaction, isSqlError, prepared, retried, roundTrip } from '#platform/database';
import { among, type Found } from './comparison.js';
import { isFactsChanged } from './facts.js';
import type { Inspection } from './inspection.js';
import { exchanged, inserted, removed, updated } from './replacement.js';
import type { RecordKey } from './replay.js';

/** How long rows are to be locked and a lock is waited for, in milliseconds: a command waits for both at most. */
const HELD = 20;
const LOCK_TIMEOUT = 50;

/** The same for a single row: whoever comes behind waits for the one that has it, in any case. */
const ROW_TIMEOUT = 1_000;

/** How many rows are replaced at once, first and at most. */
const [FIRST, MOST] = [10, 500];

/** Rows that commands changed so often before they could be replaced are locked first, one by one. */
const TRIES = 3;

/** How often it is looked whether commands have ended, in milliseconds. */
const LOOK = 10;

/**
 * Replaces rows that are not what their events say. Rows are locked within one round trip only, never while this process computes or
 * waits for its turn: a statement replaces what nobody wrote since it was compared, and the rest is compared again.
 */
export class Repair {
  private size = FIRST;
  private readonly columns = new Map<string, string[]>();
  /** Records whose rows collide with others that are still to be repaired. */
  private colliding: RecordKey[] = [];

  constructor(
    private readonly client: pg.ClientBase,
    private readonly inspection: Inspection,
  ) {}

  /**
   * Repairs what differs; what collides is left for `end`.
   * @param signal stops waiting for commands
   * @returns whether all of it is done
   */
  async repair(found: readonly Found[], signal?: AbortSignal): Promise<boolean> {
    let left = found;
    for (let round = 1; left.length > 0; round++) {
      const again: RecordKey[] = [];
      if (round <= TRIES) for (const alike of alikes(left)) again.push(...(await this.replace(alike)));
      else for (const one of left) again.push(...(await this.replaceLocked(one)));
      // A command that wrote its events before a missing row was there did not find it, and they may not be visible yet.
      const made = new Set(left.filter(({ kind }) => kind === 'missing').map(({ table }) => table));
      for (const table of made) if (!(await this.commandsEnded(table, signal))) return false;
      left = again.length > 0 ? await this.inspection.of(again) : [];
    }
    return true;
  }

  /** Repairs what collided: first what does no more, then the rest at once, while commands wait. */
  async end(): Promise<void> {
    for (let before = Number.POSITIVE_INFINITY; this.colliding.length > 0 && this.colliding.length < before; ) {
      const keys = this.colliding;
      [before, this.colliding] = [keys.length, []];
      await this.repair(await this.inspection.of(keys));
    }
    for (let tries = 1; this.colliding.length > 0; tries++) {
      const found = await this.inspection.of(this.colliding);
      if (found.length === 0) this.colliding = [];
      else
        await this.exchange(found).catch((error) => {
          // One was written meanwhile.
          if (!isFactsChanged(error) || tries === TRIES) throw error;
        });
    }
  }

  /** @returns records that have to be compared again */
  private async replace(alike: readonly Found[]): Promise<RecordKey[]> {
    const again: RecordKey[] = [];
    for (let at = 0; at < alike.length; ) {
      const some = alike.slice(at, at + this.size);
      at += some.length;
      again.push(...(await this.some(some)));
    }
    return again;
  }

  private async some(found: readonly Found[]): Promise<RecordKey[]> {
    try {
      return await retried(() => this.write(found));
    } catch (error) {
      if (!isCollision(error)) throw error;
      if (found.length === 1) this.colliding.push(found[0]!);
      const half = Math.ceil(found.length / 2);
      return found.length === 1 ? [] : [...(await this.some(found.slice(0, half))), ...(await this.some(found.slice(half)))];
    }
  }

  /** Replaces rows of one kind in a transaction of one round trip. @returns what was written meanwhile or may be */
  private async write(found: readonly Found[]): Promise<RecordKey[]> {
    const query = await this.statementFor(found);
    const [, , rows, [{ held }]] = (await roundTrip(this.client, [...SETTINGS, query, TIME])) as [
      unknown,
      unknown,
      RecordKey[],
      [{ held: number }],
    ];
    this.size = Math.min(MOST, Math.max(1, Math.round(this.size * Math.min(2, HELD / held))));
    const done = new Set(rows.map(({ group_id, id }) => `${group_id}/${id}`));
    return found.filter(({ group_id, id }) => !done.has(`${group_id}/${id}`));
  }

  /** Replaces the row of a record that commands change again and again, which wait for it meanwhile. */
  private async replaceLocked(record: Found): Promise<RecordKey[]> {
    const { where, values } = among([record]);
    try {
      await inRetriedTransaction(this.client, { lockTimeout: ROW_TIMEOUT }, async () => {
        await this.client.query(`select from public."${record.table}" where ${where} for no key update`, [...values]);
        for (const found of await this.inspection.ofLocked([record]))
          await roundTrip(this.client, [await this.statementFor([found])]);
      });
      return [record];
    } catch (error) {
      if (!isCollision(error)) throw error;
      this.colliding.push(record);
      return [];
    }
  }

  private async exchange(found: readonly Found[]): Promise<void> {
    const queries = [...SETTINGS];
    for (const [table, all] of Map.groupBy(found, ({ table }) => table))
      queries.push(...exchanged(table, await this.columnsOf(table), all));
    await retried(() => roundTrip(this.client, queries));
  }

  private async statementFor(found: readonly Found[]) {
    const { table, kind } = found[0]!;
    if (kind === 'extra') return removed(table, found);
    return (kind === 'missing' ? inserted : updated)(table, await this.columnsOf(table), found);
  }

  /** Waits until the transactions that write to the table now have ended. @returns false when that was stopped */
  private async commandsEnded(table: string, signal?: AbortSignal): Promise<boolean> {
    const underWay = async () => {
      const { rows } = await this.client.query<{ transaction: string }>(
        `select distinct virtualtransaction as transaction from pg_locks
         where relation = ('public.' || quote_ident($1))::regclass and mode = 'RowExclusiveLock'
           and database = (select oid from pg_database where datname = current_database())`,
        [table],
      );
      return rows.map(({ transaction }) => transaction);
    };
    for (let left = await underWay(); left.length > 0; ) {
      if (signal?.aborted) return false;
      await pause(LOOK);
      const now = new Set(await underWay());
      left = left.filter((transaction) => now.has(transaction));
    }
    return true;
  }

  /** The columns that are written; PostgreSQL computes the others. */
  private async columnsOf(table: string): Promise<string[]> {
    const known = this.columns.get(table);
    if (known) return known;
    const { rows } = await this.client.query<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = ('public.' || quote_ident($1))::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const columns = rows.map(({ name }) => name);
    this.columns.set(table, columns);
    return columns;
  }
}

const SETTINGS = [
  prepared(BY_KEY.compile()),
  { text: `select set_config('lock_timeout', '${LOCK_TIMEOUT}', true)`, values: [] as unknown[] },
];

/** How long the transaction took until now, in milliseconds. */
const TIME = { text: 'select extract(epoch from clock_timestamp() - now())::float8 * 1000 as held', values: [] as unknown[] };

/** Those of one table and kind: they are replaced by one statement. */
function alikes(found: readonly Found[]): Iterable<Found[]> {
  return Map.groupBy(found, ({ table, kind }) => `${table} ${kind}`).values();
}

/** Whether rows collide on a unique or an exclusion constraint. */
function isCollision(error: unknown): boolean {
  return isSqlError(error, 'unique_violation', 'exclusion_violation');
}
