import { isSqlError } from '#platform/postgres';
import { type Timeout, Timeouts } from '#platform/timeouts';
import type { Query, Rows } from './round-trip.js';
import { isDatabaseError, prepared, type Statement } from './sql.js';
import { NoConnection } from './unavailable.js';

/** The statements of one piece of work, and who waits for them. */
interface Waiting {
  queries: readonly Query[];
  /** Gives up, while it waits. */
  giveUp(): void;
  timeout?: Timeout;
  resolve(rows: Rows): void;
  reject(error: unknown): void;
}

/** So many transactions are under way at once; what comes meanwhile gathers for the next one. */
const AT_ONCE = 2;

/** A piece of work that PostgreSQL rolls back to end a deadlock is sent so often at most. */
const TRIES = 5;

/** So many pieces of work go together at most: a failure makes each of them go alone. */
const TOGETHER = 32;

/** A piece of work waits so many milliseconds at most until it is sent. */
const MAX_WAIT = 5_000;

/**
 * Sends pieces of work that are ready together as one transaction: a transaction costs PostgreSQL more than the rows that are written in
 * it. There is no timer: work that comes alone goes at once. Nobody is answered before the commit, and where the transaction fails, each
 * piece is sent by itself, so that the error of one never reaches another (docs/adr/0020-group-commit.md).
 */
export class GroupCommit {
  private readonly waiting: Waiting[] = [];
  private readonly timeouts: Timeouts;
  private underWay = 0;

  /**
   * @param send keeps all statements or none, and gives the rows of each
   * @param maxWait milliseconds that a piece of work waits at most until it is sent
   */
  constructor(
    private readonly send: (queries: readonly Query[]) => Promise<Rows>,
    maxWait = MAX_WAIT,
  ) {
    this.timeouts = new Timeouts(maxWait);
  }

  /**
   * The rows of each statement once they are committed.
   * @throws what PostgreSQL says of this piece of work alone, or of its group when that took too long; NoConnection
   */
  commit(statements: readonly Statement[]): Promise<Rows> {
    return new Promise((resolve, reject) => {
      // Built before it joins a group: one that cannot be built fails here, alone.
      const queries = statements.map((statement) => prepared(statement.compile()));
      const work: Waiting = { queries, resolve, reject, giveUp: () => this.giveUp(work) };
      if (this.waiting.push(work) === 1) setImmediate(() => this.start());
      work.timeout = this.timeouts.begin(work.giveUp);
    });
  }

  /** It was not sent and never will be: the caller may try again. */
  private giveUp(work: Waiting): void {
    this.waiting.splice(this.waiting.indexOf(work), 1);
    work.reject(new NoConnection('The connections for writing were busy for too long.'));
  }

  private start(): void {
    while (this.underWay < AT_ONCE && this.waiting.length > 0) {
      this.underWay++;
      const group = this.waiting.splice(0, TOGETHER);
      for (const { timeout, giveUp } of group) this.timeouts.end(timeout!, giveUp);
      void this.together(group).finally(() => {
        this.underWay--;
        this.start();
      });
    }
  }

  private async together(group: Waiting[]): Promise<void> {
    if (group.length === 1) return this.alone(group[0]!);
    try {
      const rows = await this.send(group.flatMap(({ queries }) => queries));
      let first = 0;
      for (const { queries, resolve } of group) {
        resolve(rows.slice(first, first + queries.length));
        first += queries.length;
      }
    } catch (error) {
      // Without a word of PostgreSQL's it is not known whether the transaction was kept: sent again, some would act twice. What took
      // too long together would do so one after the other.
      if (!isDatabaseError(error) || isSqlError(error, 'query_canceled')) for (const { reject } of group) reject(error);
      else for (const one of group) await this.alone(one);
    }
  }

  /** Alone it may still wait for rows of a group that waits for its own: PostgreSQL rolls one of the two back, and that one is sent again. */
  private async alone({ queries, resolve, reject }: Waiting): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return resolve(await this.send(queries));
      } catch (error) {
        if (!isSqlError(error, 'deadlock_detected') || attempt === TRIES) return reject(error);
      }
    }
  }
}
