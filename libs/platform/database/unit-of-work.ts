import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import type pg from 'pg';
import { answer, type Piece } from './pieces.js';
import { finishedBefore, forgetPrepared, isOutdatedPlan, type Query, type Rows, roundTrip } from './round-trip.js';
import { isDatabaseError } from './sql.js';

const SAVEPOINT: Query = { name: 'savepoint', text: 'SAVEPOINT step', values: [] };
const RELEASE: Query = { name: 'release', text: 'RELEASE SAVEPOINT step', values: [] };

/** Maximum steps per round trip: the process handles all their answers in one go. */
const TOGETHER = 10;

/** The transaction that all statements of one piece of work share; `Database.inTransaction` creates it. */
export class UnitOfWork {
  isOver = false;
  private turn: Promise<unknown> = Promise.resolve();
  /** Steps of statements alone, which wait for the step under way. */
  private readonly waiting: Piece[] = [];
  private readonly callbacks: (() => void)[] = [];

  constructor(private readonly client: pg.PoolClient) {}

  /** Runs statements after those of earlier steps. When they fail, they are rolled back and the transaction continues. */
  step<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.inTurn(() => this.guarded(work));
  }

  /** A step of statements alone. Steps that are ready at the same time travel in one round trip, each with a savepoint of its own. */
  send(queries: readonly Query[]): Promise<Rows> {
    return new Promise((resolve, reject) => {
      const rowsOf = (rows: Rows) => resolve(rows.slice(1, -1));
      const isFirst = this.waiting.push({ queries: [SAVEPOINT, ...queries, RELEASE], resolve: rowsOf, reject }) === 1;
      if (isFirst) void this.inTurn(() => this.sendWaiting());
    });
  }

  private async sendWaiting(): Promise<void> {
    while (this.waiting.length > 0) {
      await turnOfEventLoop();
      const pieces = this.waiting.splice(0, TOGETHER);
      await this.together(pieces).catch((error) => {
        for (const { reject } of pieces) reject(error);
      });
    }
  }

  /** Sends what is left again behind a step that failed: the steps in front of it are kept, and those behind were not begun. */
  private async together(pieces: readonly Piece[]): Promise<void> {
    let preparedAnew = false;
    for (let left = pieces; left.length > 0; ) {
      try {
        return void answer(
          left,
          await roundTrip(
            this.client,
            left.flatMap(({ queries }) => queries),
          ),
        );
      } catch (error) {
        if (!isDatabaseError(error)) throw error;
        await this.client.query('ROLLBACK TO SAVEPOINT step');
        left = left.slice(answer(left, finishedBefore(error)));
        if (isOutdatedPlan(error) && !preparedAnew) {
          preparedAnew = true;
          await forgetPrepared(this.client);
        } else {
          left[0]?.reject(error);
          left = left.slice(1);
        }
      }
    }
  }

  afterCommit(callback: () => void): void {
    this.callbacks.push(callback);
  }

  /** Ends the transaction's steps and waits for the last one. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.turn;
  }

  /** @param outer the transaction that this one is a step of: what it wrote is committed with that */
  committed(outer?: UnitOfWork): void {
    for (const callback of this.callbacks) {
      if (outer) outer.afterCommit(callback);
      else callback();
    }
  }

  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.turn.then(act);
    this.turn = done.catch(() => undefined);
    return done;
  }

  private async guarded<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    await this.client.query('SAVEPOINT step');
    try {
      const result = await work(this.client);
      await this.client.query('RELEASE SAVEPOINT step');
      return result;
    } catch (error) {
      await this.client.query('ROLLBACK TO SAVEPOINT step');
      throw error;
    }
  }
}
