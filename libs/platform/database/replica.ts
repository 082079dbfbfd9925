import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { sql } from 'kysely';
import pg from 'pg';
import { type ClientOptions, clientClass } from '#platform/postgres';
import { Connections } from './connections.js';
import { type Query, type Rows, roundTrip } from './round-trip.js';
import { isDatabaseError, prepared, statement } from './sql.js';

/** Milliseconds to wait until the replica has what was committed, and between two checks. */
const [MAX_WAIT, LOOK_AGAIN] = [100, 5];

/** Milliseconds for which a replica is left alone after it was away, or behind for too long. */
const [AWAY, BEHIND] = [2_000, 1_000];

/** Where the write-ahead log of the primary stands: everything that was acknowledged before lies behind it, flushed unless that is off. */
export const WRITTEN = statement(
  sql<{ written: string }>`
    select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end - '0/0')::text as written`,
);

const REPLAYED = prepared(
  statement(
    sql<{ replayed: string | null }>`
      select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::text end as replayed`,
  ).compile(),
);

/** The server that answered reads that a replica may answer; the primary answered all others. */
export type ReplicaReads = Record<'replica' | 'behind' | 'away' | 'refused', number>;

/**
 * A streaming standby, or several, that answer reads once they have replayed what the primary had written when the read was asked for
 * (docs/adr/0022-listings-of-a-million-items.md).
 */
export class Replica {
  readonly reads: ReplicaReads = { replica: 0, behind: 0, away: 0, refused: 0 };
  readonly connections: Connections;
  private readonly log = new Logger('Replica');
  private readonly pool: pg.Pool;
  /** How far the server of a connection had replayed when it was last asked. */
  private readonly replayed = new WeakMap<pg.PoolClient, bigint>();
  private restsUntil = 0;
  private isAway = false;

  constructor(url: string, { poolSize, ...options }: ClientOptions & { poolSize: number }) {
    const Client = clientClass(url, options);
    this.pool = new pg.Pool({ Client, max: poolSize, pipeline: true, connectionTimeoutMillis: options.limits.connect });
    // An error of a connection that nobody uses; the next read opens another.
    this.pool.on('error', () => undefined);
    this.connections = new Connections(this.pool);
  }

  /**
   * Reads with everything that was committed before the position.
   * @param written finds out where the primary stands
   * @returns the rows of each statement, or null when the replica cannot answer now: the primary has to
   */
  async read(written: () => Promise<string>, queries: readonly Query[]): Promise<Rows | null> {
    if (performance.now() < this.restsUntil) return this.left(this.isAway ? 'away' : 'behind');
    try {
      const position = BigInt(await written());
      const rows = await this.connections.use(async (client) =>
        (await this.reaches(client, position)) ? roundTrip(client, queries) : null,
      );
      if (rows === null) return this.left('behind', BEHIND);
      if (this.isAway) this.log.log('The replica answers again.');
      this.isAway = false;
      this.reads.replica++;
      return rows;
    } catch (error) {
      // Such as a conflict with what it replays. An error of the statement itself is one on the primary as well.
      if (isDatabaseError(error)) return this.left('refused');
      if (!this.isAway) this.log.warn(`The replica does not answer; the primary does instead: ${(error as Error).message}`);
      return this.left('away', AWAY);
    }
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  private async reaches(client: pg.PoolClient, position: bigint): Promise<boolean> {
    for (const end = performance.now() + MAX_WAIT; ; await pause(LOOK_AGAIN)) {
      if ((this.replayed.get(client) ?? -1n) >= position) return true;
      const [[row]] = (await roundTrip(client, [REPLAYED])) as [[{ replayed: string | null }]];
      if (row.replayed === null) throw new Error('DATABASE_READ_URL leads to a server that is no standby.');
      this.replayed.set(client, BigInt(row.replayed));
      if (performance.now() > end) return BigInt(row.replayed) >= position;
    }
  }

  private left(why: 'behind' | 'away' | 'refused', rest = 0): null {
    this.reads[why]++;
    if (rest > 0) {
      this.restsUntil = performance.now() + rest;
      this.isAway = why === 'away';
    }
    return null;
  }
}
