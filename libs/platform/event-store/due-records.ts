import { Logger } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database, Statement } from '#platform/database';

/** A record for which something is due, and since when. */
export interface Due {
  group_id: number;
  id: number;
  due: string;
}

/** What is due, longest first, behind one that was looked at already. Ordered by `due`, `group_id` and `id`. */
export type DueQuery = (after: Due | null, limit: number) => Statement<Due>;

/** The condition of a due query that leaves out what comes before a record and the record itself. @param column the one of `due` */
export function afterDue(column: string, after: Due | null): RawBuilder<boolean> {
  if (after === null) return sql<boolean>`true`;
  return sql<boolean>`(${sql.ref(column)}, group_id, id) > (${after.due}::timestamptz, ${after.group_id}::int, ${after.id}::int)`;
}

/** How long a record that failed is let alone, in milliseconds, so that it costs no more than a line in the log now and then. */
const LET_ALONE = 10 * 60 * 1000;

/**
 * Does something to each record that is due for it, a batch at a time, going on where the last batch ended: one that fails keeps no
 * other from it, however many fail. Any number of workers may do it at once.
 */
export class DueRecords {
  private readonly log = new Logger(DueRecords.name);
  private readonly failed = new LRUCache<string, true>({ max: 10_000, ttl: LET_ALONE });
  private last: Due | null = null;

  constructor(
    private readonly database: Database,
    private readonly due: () => DueQuery,
    private readonly act: (record: Due) => Promise<unknown>,
  ) {}

  /** @returns how many were looked at; fewer than `limit` when nothing more is due, and the next batch begins again */
  async batch(limit: number): Promise<number> {
    const records = await this.database.query(this.due()(this.last, limit));
    for (const record of records) await this.tried(record);
    this.last = records.length < limit ? null : records.at(-1)!;
    return records.length;
  }

  private async tried(record: Due): Promise<void> {
    const key = `${record.group_id}/${record.id}`;
    if (this.failed.has(key)) return;
    try {
      await this.act(record);
    } catch (problem) {
      this.failed.set(key, true);
      this.log.error(new Error(`What is due for the record ${key} failed; it is tried again later.`, { cause: problem }));
    }
  }
}
