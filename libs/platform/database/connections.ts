import type pg from 'pg';
import { byEveryWay } from '#platform/postgres';
import { isDatabaseError } from './sql.js';
import { NoConnection } from './unavailable.js';

/** A connection in use for so many milliseconds is taken for dead: PostgreSQL itself ends statements a little later. */
const STUCK = 8_000;

/** Milliseconds in which an idle connection must answer when it is asked whether it is alive. */
const ANSWER = 1_500;

/** What took too long: waiting for a free connection, connecting, or an answer. */
export type TimedOut = 'wait' | 'connect' | 'query';

/** The connections of a process: taken one by one, given back, or destroyed when they may be broken. */
export class Connections {
  /** How often something took too long. */
  readonly timedOut: Record<TimedOut, number> = { wait: 0, connect: 0, query: 0 };
  private readonly takenAt = new Map<pg.PoolClient, number>();
  private readonly client: { ways: number };

  constructor(readonly pool: pg.Pool) {
    this.client = pool.options.Client as unknown as { ways: number };
    pool.on('acquire', (client) => this.takenAt.set(client, performance.now()));
    pool.on('release', (_error, client) => this.takenAt.delete(client));
  }

  get size(): number {
    return this.pool.options.max;
  }

  get inUse(): number {
    return this.takenAt.size;
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
      if (!isDatabaseError(error) || (error as { code?: unknown }).code === '25006') broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** Counts the failure of a statement when it took too long. */
  note(error: unknown): void {
    const { message, code } = error as Error & { code?: unknown };
    if (message === 'Query read timeout' || code === '57014') this.timedOut.query++;
  }

  /**
   * Asks every idle connection whether it is alive, and a new one when there is none.
   * @throws NoConnection when at least half of the connections are dead
   */
  async check(): Promise<void> {
    const now = performance.now();
    const stuck = [...this.takenAt.values()].filter((at) => now - at > STUCK).length;
    const all = Math.max(1, this.pool.totalCount);
    const probes = Array.from({ length: Math.max(1, this.pool.idleCount) }, () => this.use(probe));
    const silent = (await Promise.allSettled(probes)).filter(({ status }) => status === 'rejected').length;
    if ((stuck + silent) * 2 >= all) throw new NoConnection(`${stuck + silent} of ${all} connections are dead.`);
  }
}

/** Whether no connection of the pool became free in time. */
function isFull(error: unknown): boolean {
  return (error as Error).message === 'timeout exceeded when trying to connect';
}

async function probe(client: pg.PoolClient): Promise<void> {
  await client.query({ text: 'select 1', query_timeout: ANSWER } as pg.QueryConfig);
}
