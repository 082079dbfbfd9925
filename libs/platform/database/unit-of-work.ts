import type pg from 'pg';
import { forgetPrepared, isOutdatedPlan, type Query, type Rows, roundTrip } from './round-trip.js';

const SAVEPOINT: Query = { name: 'savepoint', text: 'SAVEPOINT step', values: [] };
const RELEASE: Query = { name: 'release', text: 'RELEASE SAVEPOINT step', values: [] };

/** The transaction that all statements of one piece of work share; `Database.inTransaction` creates it. */
export class UnitOfWork {
  isOver = false;
  private turn: Promise<unknown> = Promise.resolve();
  private readonly callbacks: (() => void)[] = [];

  constructor(private readonly client: pg.PoolClient) {}

  /** Runs statements after those of earlier steps. When they fail, they are rolled back and the transaction continues. */
  step<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.inTurn(() => this.guarded(work));
  }

  /** A step of statements alone, in one round trip. */
  send(queries: readonly Query[]): Promise<Rows> {
    const send = async () => {
      try {
        return (await roundTrip(this.client, [SAVEPOINT, ...queries, RELEASE])).slice(1, -1);
      } catch (error) {
        await this.client.query('ROLLBACK TO SAVEPOINT step');
        throw error;
      }
    };
    return this.inTurn(() =>
      send().catch(async (error) => {
        if (!isOutdatedPlan(error)) throw error;
        await forgetPrepared(this.client);
        return send();
      }),
    );
  }

  afterCommit(callback: () => void): void {
    this.callbacks.push(callback);
  }

  /** Ends the transaction's steps and waits for the last one. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.turn;
  }

  committed(): void {
    for (const callback of this.callbacks) callback();
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
