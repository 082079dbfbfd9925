import type pg from 'pg';
import { byEveryWay, type ClientClass, isSqlError } from '#platform/postgres';
import { isOutdatedPlan } from './round-trip.js';
import { isDatabaseError } from './sql.js';
import { NoConnection } from './unavailable.js';

/** Milliseconds in use after which a connection is taken for dead: PostgreSQL itself ends statements a little later. */
const STUCK = 8_000;

/** Milliseconds in which an idle connection must answer when it is asked whether it is alive. */
const ANSWER = 1_500;

/** SQLSTATEs of a server that can't write: read-only, disk full, input and output errors. */
const WRITE_REFUSED = /^(25006|53100|58030)$/;

const READ_ONLY = `select current_setting('transaction_read_only')::bool as read_only`;

/** Needs a new file with a page, as what a full disk refuses; leaves nothing behind. */
const TRY_TO_WRITE = 'create temporary table check_writable on commit drop as select 1 as written';

/** The step that took too long: waiting for a free connection, connecting, or an answer. */
export type TimedOut = 'wait' | 'connect' | 'query';

/** The connections of a process: taken one by one, given back, or destroyed when they may be broken. */
export class Connections {
  /** Whether PostgreSQL refused to write, and no write has succeeded since. */
  private refusesWrites = false;
  /** How often something took too long. */
  readonly timedOut: Record<TimedOut, number> = { wait: 0, connect: 0, query: 0 };
  private readonly takenAt = new Map<pg.PoolClient, number>();
  private readonly client: ClientClass;

  constructor(readonly pool: pg.Pool) {
    this.client = pool.options.Client as ClientClass;
    pool.on('acquire', (client) => this.takenAt.set(client, performance.now()));
    pool.on('release', (_error, client) => this.takenAt.delete(client));
  }

  get size(): number {
    return this.pool.options.max;
  }

  get inUse(): number {
    return this.takenAt.size;
  }

  /** Whether work has every connection: whoever asks for one waits for it. */
  get areAllInUse(): boolean {
    return this.inUse >= this.size;
  }

  /** A connection, by whichever way to the database works. @throws NoConnection */
  async take(): Promise<pg.PoolClient> {
    try {
      return await byEveryWay(this.client, () => this.connect(), isFull);
    } catch (error) {
      throw new NoConnection((error as Error).message, { cause: error });
    }
  }

  private async connect(): Promise<pg.PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      if (isFull(error)) this.timedOut.wait++;
      else if ((error as Error).message.includes('timeout')) this.timedOut.connect++;
      throw error;
    }
  }

  /** Runs work on a connection, which is destroyed when the work failed in a way that may have broken it. */
  async use<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.take();
    let broken: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      this.note(error);
      // Where the server became a standby, a new connection finds the one that took its place.
      if (!isDatabaseError(error) || isSqlError(error, 'read_only_sql_transaction')) broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** Runs work on a connection as one transaction, which is rolled back when the work throws. */
  async transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.take();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await work(client);
      const { command } = await client.query('COMMIT');
      // PostgreSQL ends a transaction like this when a statement failed in it and nobody said so.
      if (command !== 'COMMIT') throw new Error(`The transaction was not committed but ended by ${command}.`);
      return result;
    } catch (error) {
      this.note(error);
      if (isOutdatedPlan(error)) broken = error as Error;
      // After a successful rollback the connection can be reused, whatever else the work's error was.
      await client.query('ROLLBACK').catch((problem: Error) => {
        broken = problem;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** Notes the failure of a statement when it took too long, or when nothing can be written. */
  note(error: unknown): void {
    const { message, code } = error as Error & { code?: unknown };
    if (message === 'Query read timeout' || isSqlError(error, 'query_canceled')) this.timedOut.query++;
    if (typeof code === 'string' && WRITE_REFUSED.test(code)) this.refusesWrites = true;
  }

  /** Ends all connections. MikroORM itself leaves them open for ten seconds, since no query of its own ever used them. */
  async close(): Promise<void> {
    if (!this.pool.ending) await this.pool.end();
  }

  /**
   * Asks every idle connection, or else a new one, whether it is alive. While work has them all, it asks none: the question would wait for
   * the work, and a connection that does not come back is noticed as stuck.
   * @throws NoConnection when at least half of the connections are dead
   */
  async check(): Promise<void> {
    const now = performance.now();
    const stuck = [...this.takenAt.values()].filter((at) => now - at > STUCK).length;
    const all = Math.max(1, this.pool.totalCount);
    const asked = this.areAllInUse ? 0 : Math.max(1, this.pool.idleCount);
    const probes = Array.from({ length: asked }, () => this.use(probe));
    const silent = (await Promise.allSettled(probes)).filter(({ status }) => status === 'rejected').length;
    if ((stuck + silent) * 2 >= all) throw new NoConnection(`${stuck + silent} of ${all} connections are dead.`);
  }

  /**
   * Asks whether PostgreSQL takes writes. Only after it refused one, a write is tried: it would cost too much each time. While work has
   * all connections it is not asked: a write of theirs that is refused is noticed.
   * @throws an error when it is a standby, read-only, or has no space left
   */
  async checkWritable(): Promise<void> {
    if (this.areAllInUse && !this.refusesWrites) return;
    await this.use(async (client) => {
      const { rows } = await client.query({ text: READ_ONLY, query_timeout: ANSWER } as pg.QueryConfig);
      if (rows[0].read_only) throw new ReadOnly();
      if (!this.refusesWrites) return;
      await client.query({ text: TRY_TO_WRITE, query_timeout: ANSWER } as pg.QueryConfig);
      this.refusesWrites = false;
    });
  }
}

/** The database is read-only. The connection is given up: a new one may find another server. */
class ReadOnly extends Error {
  constructor() {
    super('The database is read-only.');
  }
}

/** Whether no connection of the pool became free in time. */
function isFull(error: unknown): boolean {
  return (error as Error).message === 'timeout exceeded when trying to connect';
}

async function probe(client: pg.PoolClient): Promise<void> {
  await client.query({ text: 'select 1', query_timeout: ANSWER } as pg.QueryConfig);
}
