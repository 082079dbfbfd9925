import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { BY_KEY, inRetriedTransaction, isSqlError, prepared, retried, roundTrip } from '#platform/database';
import { type Found, nameOf, type Range, type RecordKey } from './comparison.js';
import { selectWriters } from './feed/event-feed.statements.js';
import type { Inspection } from './inspection.js';

/** How many rows are replaced at once: a command that waits for one of them waits some 12 ms. */
const TOGETHER = 25;

/** How long a lock is waited for, in milliseconds; a row that is locked first longer, as whoever comes behind waits in any case. */
const [LOCK_TIMEOUT, ROW_TIMEOUT] = [50, 1_000];

/** Rows that commands changed so often before they could be replaced are locked first, one by one. */
const TRIES = 3;

/** How often it is looked whether commands have ended, in milliseconds. */
const LOOK = 10;

/**
 * Replaces rows that are not what their events say. Rows are locked within one round trip only, never while this process computes or
 * waits for its turn: a statement replaces what nobody wrote since it was compared, and the rest is compared again.
 */
export class Repair {
  private columns: string[] | null = null;
  /** Records whose rows collide with others that are still to be repaired. */
  private colliding = new Map<string, RecordKey>();

  constructor(
    private readonly client: pg.ClientBase,
    private readonly inspection: Inspection,
  ) {}

  /**
   * Repairs what differs in a range; what collides is left for `end`.
   * @param signal stops waiting for commands
   * @returns whether all of it is done
   */
  async repair(range: Range, found: readonly Found[], signal?: AbortSignal): Promise<boolean> {
    for (let [round, left] = [1, found]; left.length > 0; round++) {
      let written = 0;
      if (round > TRIES) for (const one of left) await this.writeLocked(one);
      else for (let at = 0; at < left.length; at += TOGETHER) written += await this.write(left.slice(at, at + TOGETHER));
      // A command that wrote its events before a missing row was there did not find it, and they may not be visible yet.
      if (left.some(({ seen }) => seen === null) && !(await this.commandsEnded(signal))) return false;
      if (written === left.length) return true;
      left = (await this.inspection.compared(range)).found.filter((one) => !this.colliding.has(nameOf(one)));
    }
    return true;
  }

  /** Repairs what collided: first what does no more, then the rest at once, while commands wait. */
  async end(): Promise<void> {
    for (let before = Number.POSITIVE_INFINITY; this.colliding.size > 0 && this.colliding.size < before; ) {
      const colliding = [...this.colliding.values()];
      before = this.colliding.size;
      this.colliding.clear();
      for (const record of colliding) await this.repair(alone(record), await this.foundOf(record));
    }
    for (let tries = 1; this.colliding.size > 0; tries++) {
      const found: Found[] = [];
      for (const record of this.colliding.values()) found.push(...(await this.foundOf(record)));
      if (found.length === 0) return;
      await this.exchange(found).catch((error) => {
        // One was written meanwhile, and stayed in the way.
        if (!isCollision(error) || tries === TRIES) throw error;
      });
    }
  }

  private async foundOf(record: RecordKey): Promise<Found[]> {
    return (await this.inspection.compared(alone(record))).found;
  }

  /** Replaces rows in a transaction of one round trip. @returns how many need not be compared again */
  private async write(found: readonly Found[]): Promise<number> {
    const query = await this.replacing(found);
    try {
      return (await retried(() => roundTrip(this.client, [...SETTINGS, query]))).at(-1)!.length;
    } catch (error) {
      if (found.length === 1) return this.collided(found[0]!, error);
      if (!isCollision(error)) throw error;
      let written = 0;
      for (const one of found) written += await this.write([one]);
      return written;
    }
  }

  /** Replaces the row of a record that commands change again and again, which wait for it meanwhile. */
  private async writeLocked(one: Found): Promise<void> {
    const lock = `select from public."${this.inspection.table}" where group_id = $1 and id = $2 for no key update`;
    await inRetriedTransaction(this.client, { lockTimeout: ROW_TIMEOUT }, async () => {
      await this.client.query(lock, [one.group_id, one.id]);
      const { found } = await this.inspection.comparedIn(alone(one));
      if (found.length > 0) await roundTrip(this.client, [await this.replacing(found)]);
    }).catch((error) => this.collided(one, error));
  }

  private collided(one: Found, error: unknown): number {
    if (!isCollision(error)) throw error;
    this.colliding.set(nameOf(one), one);
    return 1;
  }

  /** Takes rows away and makes them again, while nobody writes to the table. */
  private async exchange(found: readonly Found[]): Promise<void> {
    const queries = [
      ...SETTINGS,
      { text: 'set constraints all deferred', values: [] },
      { text: `lock table public."${this.inspection.table}" in share row exclusive mode`, values: [] },
      await this.replacing(found.map((one) => ({ ...one, made: null }))),
      await this.replacing(found.map((one) => ({ ...one, seen: null }))),
    ];
    await retried(() => roundTrip(this.client, queries));
  }

  /**
   * The statement that gives rows what their events say, where they are as they were seen and nobody has locked them, and makes those that
   * are missing, unless somebody did meanwhile. It returns one row for each that it changed or removed.
   */
  private async replacing(found: readonly Found[]) {
    const table = `public."${this.inspection.table}"`;
    this.columns ??= await columnsOf(this.client, table);
    const set = this.columns.map((column) => `"${column}" = (made)."${column}"`);
    return {
      text: `with given as materialized (
          select group_id, id, seen::xid as seen, made::${table} as made, made is not null as is_made
          from unnest($1::int[], $2::int[], $3::text[], $4::text[]) given (group_id, id, seen, made)
        ), free as materialized (
          select group_id, id, xmin as wrote from ${table} where (group_id, id) in (select group_id, id from given where seen is not null)
          order by group_id, id for no key update skip locked
        ), same as materialized (select given.* from given join free using (group_id, id) where wrote = seen),
        removed as (delete from ${table} l using same s where (l.group_id, l.id) = (s.group_id, s.id) and not s.is_made returning l.id),
        changed as (
          update ${table} l set ${set.join()} from same s
          where (l.group_id, l.id) = (s.group_id, s.id) and s.is_made returning l.id
        ), added as (
          insert into ${table} ("${this.columns.join('", "')}") select (made)."${this.columns.join('", (made)."')}" from given
          where seen is null and is_made
          on conflict (group_id, id) do nothing
        )
        select id from removed union all select id from changed`,
      values: (['group_id', 'id', 'seen', 'made'] as const).map((field) => found.map((one) => one[field])),
    };
  }

  /** Waits until the transactions that write to the table now have ended. @returns false when that was stopped */
  private async commandsEnded(signal?: AbortSignal): Promise<boolean> {
    const query = prepared(selectWriters(this.inspection.table).compile());
    const underWay = async () => (await this.client.query<{ writer: string }>(query)).rows.map(({ writer }) => writer);
    for (let left = await underWay(); left.length > 0; ) {
      if (signal?.aborted) return false;
      await pause(LOOK);
      const now = new Set(await underWay());
      left = left.filter((writer) => now.has(writer));
    }
    return true;
  }
}

const SETTINGS = [
  prepared(BY_KEY.compile()),
  { text: `select set_config('lock_timeout', '${LOCK_TIMEOUT}', true)`, values: [] as unknown[] },
];

const alone = ({ group_id, id }: RecordKey): Range => ({ behind: { group_id, id: id - 1 }, to: { group_id, id } });

/** The columns that are written; PostgreSQL computes the others. */
async function columnsOf(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Whether rows collide on a unique or an exclusion constraint. */
function isCollision(error: unknown): boolean {
  return isSqlError(error, 'unique_violation', 'exclusion_violation');
}
