import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type pg from 'pg';
import { Database, prepared, type Statement } from '#platform/database';
import { EventLog, type EventRow } from './event-log.js';
import { Streams } from './streams.js';
import type { Subscription } from './subscription.js';

/** How many events are read at once: memory use does not grow with the number of events. */
const BATCH = 1_000;

/** Empties a projection's tables and replays the events through the same functions that handle new events. */
@Injectable()
export class Rebuilder {
  constructor(
    private readonly database: Database,
    private readonly log: EventLog,
    private readonly streams: Streams,
  ) {}

  /** The projections that can be rebuilt; outgoing work cannot. */
  names(): string[] {
    return this.streams.subscriptions.filter(({ rebuilds }) => rebuilds.length > 0).map(({ name }) => name);
  }

  /**
   * Rebuilds one projection while the service runs: writers to its tables wait, readers see the old rows until the end.
   * @returns how many events were replayed
   * @throws RangeError when there is no such projection
   */
  async rebuild(name: string): Promise<number> {
    const projection = this.streams.subscriptions.find((candidate) => candidate.name === name && candidate.rebuilds.length > 0);
    if (!projection) throw new RangeError(`There is no projection ${name}. Available: ${this.names().join(', ')}.`);
    return this.database.transaction(async (client) => {
      // Writers store an event and its rows in one transaction, so the event of a writer that waits for this lock is not visible yet.
      const tablesToEmpty = projection.rebuilds.map((table) => `"${table}"`).join(', ');
      await client.query(`LOCK TABLE ${tablesToEmpty} IN EXCLUSIVE MODE`);
      // Constraints that hold at the end need not hold at each step: events are not replayed in the order of their commits.
      await client.query('SET CONSTRAINTS ALL DEFERRED');
      for (const table of projection.rebuilds) await client.query(`DELETE FROM "${table}"`);
      return this.replay(client, projection);
    });
  }

  private async replay(client: pg.PoolClient, projection: Subscription): Promise<number> {
    let replayed = 0;
    for (let position = '0'; ; ) {
      const rows = await this.batchAfter(client, projection.stream.type, position);
      if (rows.length === 0) return replayed;
      const statements: Statement[] = rows.flatMap((row) => projection.project(this.log.recorded(row)));
      await Promise.all(statements.map((statement) => client.query(prepared(statement.compile()))));
      replayed += rows.length;
      position = rows.at(-1)!.position;
    }
  }

  private async batchAfter(client: pg.PoolClient, stream: string, position: string) {
    const positionColumn = sql<string>`events.position`;
    const query = EventLog.selectEvents()
      .select(positionColumn.as('position'))
      .where('events.stream_type', '=', stream)
      .where(positionColumn, '>', position)
      .orderBy(positionColumn)
      .limit(BATCH);
    return (await client.query(prepared(query.compile()))).rows as (EventRow & { position: string })[];
  }
}
