import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { inPatientTransaction, isSqlError } from '#platform/database';
import type { Difference } from './comparison.js';
import type { EventLog } from './event-log.js';
import { type RecordKey, Replay } from './replay.js';
import type { Subscription } from './subscription.js';

/** How long locks are held and waited for, in milliseconds each: a command waits for both at most. */
const HELD = 30;
const LOCK_TIMEOUT = 50;

/** Rows that are replaced at once: what each transaction costs by itself would otherwise be all that a slow machine does. */
const [LEAST, MOST] = [25, 500];

/** What keeps commands from the rows meanwhile. */
type Hold = 'rows' | 'table';

/**
 * Replaces rows that are not what their events say, a few at a time, by those that their events give at that moment.
 */
export class Repair {
  private size = LEAST;
  /** Records whose rows collide with others that are still to be repaired. */
  private readonly colliding: Difference[] = [];

  constructor(
    private readonly client: pg.ClientBase,
    private readonly log: EventLog,
    private readonly projection: Subscription,
  ) {}

  /** Repairs what differs; what collides is left for `end`. */
  async repair(differences: readonly Difference[]): Promise<void> {
    const missing = differences.filter(({ kind }) => kind === 'missing');
    const there = differences.filter(({ kind }) => kind !== 'missing');
    // A row that is not there can't be locked, so nobody writes to the table while one is made.
    for (const [hold, all] of [['rows', there] as const, ['table', missing] as const]) {
      for (let at = 0; at < all.length; ) {
        const some = all.slice(at, at + this.size);
        at += some.length;
        await this.some(hold, some);
      }
    }
  }

  /** Repairs at once what collided one by one. */
  async end(): Promise<void> {
    if (this.colliding.length > 0) await this.replace('table', this.colliding);
  }

  private async some(hold: Hold, differences: readonly Difference[]): Promise<void> {
    try {
      const held = await this.replace(hold, differences);
      this.size = Math.min(MOST, Math.max(LEAST, Math.round(this.size * Math.min(2, HELD / held))));
      if (hold === 'table') await sleep(held);
    } catch (error) {
      if (!isSqlError(error, 'unique_violation', 'exclusion_violation')) throw error;
      this.colliding.push(...differences);
    }
  }

  /** @returns how long locks were held, in milliseconds */
  private replace(hold: Hold, differences: readonly Difference[]): Promise<number> {
    return inPatientTransaction(this.client, { lockTimeout: LOCK_TIMEOUT }, async () => {
      await this.client.query('set constraints all deferred');
      // A few records by their keys, whatever PostgreSQL knows of the tables: a scan would last as long as they are.
      await this.client.query(
        'set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off',
      );
      const replay = await Replay.in(this.client, this.log, this.projection);
      const columns = new Map<string, string[]>();
      for (const table of this.projection.rebuilds) columns.set(table, await this.columnsOf(table));
      const began = performance.now();
      // A command stores its events and its rows in one transaction: the events of one that waits for these locks are not visible yet.
      for (const table of this.projection.rebuilds) await this.lock(hold, table, differences);
      await replay.write(await replay.of(differences));
      for (const table of this.projection.rebuilds) await this.write(hold, table, columns.get(table)!, differences);
      return performance.now() - began;
    });
  }

  private async lock(hold: Hold, table: string, keys: readonly RecordKey[]): Promise<void> {
    if (hold === 'table') await this.client.query(`lock table public."${table}" in share row exclusive mode`);
    else {
      const rows = `select from public."${table}" where (group_id, id) in (${AMONG}) order by group_id, id for update`;
      await this.client.query(rows, parametersOf(keys));
    }
  }

  private async write(hold: Hold, table: string, columns: readonly string[], keys: readonly RecordKey[]): Promise<void> {
    const names = columns.map((column) => `"${column}"`).join();
    // A row that a command waits for is updated, never deleted and made again: the command would not find it.
    const unless =
      hold === 'table' ? '' : `and not exists (select from pg_temp."${table}" where group_id = l.group_id and id = l.id)`;
    await this.client.query(`delete from public."${table}" l where (group_id, id) in (${AMONG}) ${unless}`, parametersOf(keys));
    if (hold === 'table') {
      await this.client.query(`insert into public."${table}" (${names}) select ${names} from pg_temp."${table}"`);
    } else {
      const values = columns.map((column) => `"${column}" = r."${column}"`).join();
      await this.client.query(
        `update public."${table}" l set ${values} from pg_temp."${table}" r where l.group_id = r.group_id and l.id = r.id`,
      );
    }
  }

  /** The columns that are written; PostgreSQL computes the others. */
  private async columnsOf(table: string): Promise<string[]> {
    const { rows } = await this.client.query<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = ('public.' || quote_ident($1))::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    return rows.map(({ name }) => name);
  }
}

const AMONG = 'select * from unnest($1::int[], $2::int[])';

function parametersOf(keys: readonly RecordKey[]): [number[], number[]] {
  return [keys.map(({ group_id }) => group_id), keys.map(({ id }) => id)];
}
