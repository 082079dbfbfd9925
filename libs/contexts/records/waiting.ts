import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import { statement } from '#platform/database';

/** How many records of a task are listed (decisions.md, section 13, Work list). */
export const MOST_LISTED = 20;

/** One of the records that wait longest, since when, and how many wait. */
export type Waiting<Row> = Row & { since: string; count: number };

/**
 * Reads what waits in a table.
 * @param record the columns of its rows
 */
export function waitingIn<Row>(rows: RawBuilder<unknown>, record: readonly (string | AliasedRawBuilder<unknown, string>)[]) {
  const columns = sql.join(record.map((column) => (typeof column === 'string' ? sql.ref(column) : column)));
  /**
   * The records of a task that wait longest.
   * @param first `id` and `since` of them
   * @param count how many wait; unless given, `total` of the first
   */
  return (groupID: number, first: RawBuilder<unknown>, count = sql`select f.total::int from first f limit 1`) =>
    statement(sql<Waiting<Row>>`
      with first as materialized (${first})
      select ${columns}, (select f.since from first f where f.id = ${rows}.id) as since, (${count}) as count
      from ${rows} where group_id = ${groupID}::int and id in (select f.id from first f)
      order by since, id`);
}

/** The first of the records that meet a condition, and how many do. @param since since when each waits, ordered by `by` */
export function longestOf(rows: RawBuilder<unknown>, condition: RawBuilder<unknown>, since: RawBuilder<unknown>, by = since) {
  const from = sql`from ${rows} where ${condition}`;
  const first = sql`select id, ${since} as since ${from} order by ${by}, id limit ${sql.lit(MOST_LISTED)}`;
  return [first, sql`select count(*)::int ${from}`] as const;
}
