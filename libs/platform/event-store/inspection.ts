import type pg from 'pg';
import { among, between, type Compared, type Compares, compare, type Found } from './comparison.js';
import type { EventLog } from './event-log.js';
import { type Batch, type RecordKey, Replay } from './replay.js';
import type { Subscription } from './subscription.js';

/** Compares records with what their events say, by replaying these beside the tables. Nothing of it stays. */
export class Inspection {
  constructor(
    private readonly client: pg.ClientBase,
    private readonly log: EventLog,
    readonly projection: Subscription,
  ) {}

  /** The records after one, about 2,000 events of them, as of one moment and without a lock. */
  async after(place: RecordKey | null): Promise<{ batch: Batch; compared: Compared[] }> {
    return this.asOfOneMoment(async (replay) => {
      const batch = await replay.after(place);
      return { batch, compared: await this.compared(between(place, batch.last), replay.unreadable) };
    });
  }

  /** Which of the records differ, as of one moment and without a lock. */
  async of(keys: readonly RecordKey[]): Promise<Found[]> {
    return this.asOfOneMoment(async (replay) => this.among(replay, keys));
  }

  /** The same of records that the caller's transaction has locked. */
  async ofLocked(keys: readonly RecordKey[]): Promise<Found[]> {
    return this.among(await Replay.in(this.client, this.log, this.projection), keys);
  }

  private async among(replay: Replay, keys: readonly RecordKey[]): Promise<Found[]> {
    await replay.of(keys);
    const compared = await this.compared(among(keys), replay.unreadable);
    return compared.flatMap(({ found }) => found.filter(({ kind }) => kind !== 'unreadable'));
  }

  /** A record that can't be read is no other difference, and its row stays. */
  private async compared(which: Compares, unreadable: readonly RecordKey[]): Promise<Compared[]> {
    const keys = new Map(unreadable.map((key) => [`${key.group_id}/${key.id}`, key]));
    const compared: Compared[] = [];
    for (const table of this.projection.rebuilds) {
      const { found, ...rest } = await compare(this.client, table, which);
      const named = [...keys.values()].map(({ group_id, id }) => {
        return { table, group_id, id, kind: 'unreadable' as const, columns: [], made: null, seen: null };
      });
      compared.push({ ...rest, found: [...named, ...found.filter(({ group_id, id }) => !keys.has(`${group_id}/${id}`))] });
    }
    return compared;
  }

  /** Events and rows are committed together: a transaction of level repeatable read sees both as of one moment. */
  private async asOfOneMoment<T>(work: (replay: Replay) => Promise<T>): Promise<T> {
    await this.client.query('begin isolation level repeatable read');
    try {
      await this.client.query('set local statement_timeout = 0; set local enable_seqscan = off');
      return await work(await Replay.in(this.client, this.log, this.projection));
    } finally {
      await this.client.query('rollback');
    }
  }
}
