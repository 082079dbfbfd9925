import type pg from 'pg';

/** The transaction that everything of one course of work takes part in; `Database.atomically` makes it. */
export class UnitOfWork {
  isOver = false;
  private turn: Promise<unknown> = Promise.resolve();
  private readonly callbacks: (() => void)[] = [];

  constructor(private readonly client: pg.PoolClient) {}

  /** Runs statements behind those of earlier steps. When they fail, what they wrote is undone and the transaction goes on. */
  step<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const done = this.turn.then(() => this.guarded(work));
    this.turn = done.catch(() => undefined);
    return done;
  }

  afterCommit(callback: () => void): void {
    this.callbacks.push(callback);
  }

  /** Takes no further steps and waits for the last one. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.turn;
  }

  committed(): void {
    for (const callback of this.callbacks) callback();
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
