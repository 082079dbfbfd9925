import { Logger } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Database, isDatabaseUnavailable, isStatementTimeout, type Statement, statement } from '#platform/database';

/** A record for which something is due, and since when. */
export interface Due {
  group_id: number;
  id: number;
  due: string;
}

/** The due records after a given one, longest due first: ordered by `due`, `group_id` and `id`. */
export type DueQuery = (after: Due | null, limit: number) => Statement<Due>;

/** The records of a table that meet a condition, each due by then. @param column when it is due; null for what never is */
export function dueIn(table: RawBuilder<unknown>, column: string, by: Date, condition: RawBuilder<unknown>): DueQuery {
  const due = sql.ref(column);
  return (after, limit) => {
    const isNext =
      after === null
        ? sql`true`
        : sql`(${due}, group_id, id) > (${after.due}::timestamptz, ${after.group_id}::int, ${after.id}::int)`;
    return statement(sql<Due>`
      select group_id, id, ${due} as due from ${table}
      where ${condition} and ${due} <= ${by.toISOString()}::timestamptz and ${isNext}
      order by ${due}, group_id, id limit ${limit}::int`);
  };
}

/** How long a record that failed is skipped, in milliseconds, so that it costs no more than an occasional line in the log. */
const RETRY_AFTER = 10 * 60 * 1000;

/**
 * Performs an action on each due record, a batch at a time, each batch continuing where the last one ended: failing records never
 * block others, however many fail. Any number of workers may run it at once.
 */
export class DueRecords {
  private readonly log = new Logger(DueRecords.name);
  private readonly failed = new LRUCache<string, true>({ max: 10_000, ttl: RETRY_AFTER });
  private last: Due | null = null;

  constructor(
    private readonly database: Database,
    private readonly due: () => DueQuery,
    private readonly act: (record: Due) => Promise<unknown>,
  ) {}

  /** @returns how many records were read; fewer than `limit` when no more are due, and then the next batch starts from the beginning */
  async batch(limit: number): Promise<number> {
    const records = await this.database.query(this.due()(this.last, limit));
    for (const record of records) await this.attempt(record);
    this.last = records.length < limit ? null : records.at(-1)!;
    return records.length;
  }

  private async attempt(record: Due): Promise<void> {
    const key = `${record.group_id}/${record.id}`;
    if (this.failed.has(key)) return;
    try {
      await this.act(record);
    } catch (problem) {
      const isAway = isDatabaseUnavailable(problem);
      // A statement that takes too long may be the record's own doing; a lost connection is not.
      if (!isAway || isStatementTimeout(problem)) this.failed.set(key, true);
      // The next records would only wait as long.
      if (isAway) throw problem;
      this.log.error(new Error(`The due action on the record ${key} failed; it is retried later.`, { cause: problem }));
    }
  }
}
