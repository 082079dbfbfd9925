import type pg from 'pg';
import { inRetriedTransaction } from './locks.js';
import type { Backfill } from './online-migration.js';

/** How long a batch may take, in milliseconds: so long a command may wait for a row. */
const BATCH_TIME = 50;

/** How many rows the first batch has; the next ones follow from the time it took. */
const FIRST_BATCH = 200;

/** After which row to continue: its primary key as texts. Null at the beginning. */
export type Cursor = string[] | null;

/**
 * Writes the columns batch by batch.
 * @param note keeps the cursor, in the transaction of the batch
 * @param report called with the number of rows that were looked at since the start
 */
export async function runBackfill(
  client: pg.ClientBase,
  { table, set, where }: Backfill,
  start: Cursor,
  note: (cursor: Cursor) => Promise<unknown>,
  report: (rows: number) => void,
): Promise<void> {
  const key = await primaryKey(client, table);
  const names = key.map(({ name }) => `"${name}"`).join(', ');
  const after = `(${names}) > (${key.map(({ type }, at) => `$${at + 1}::text::${type}`).join(', ')})`;
  const batchOf = (cursor: Cursor, size: number) => `
    with batch as materialized (
      select ${names} from "${table}" ${cursor ? `where ${after}` : ''} order by ${names} limit ${size}
    ), changed as (
      update "${table}" set ${set} where (${names}) in (select ${names} from batch) and (${where})
    )
    select count(*)::int as rows, (
      select array[${key.map(({ name }) => `"${name}"::text`).join(', ')}] from batch
      order by ${key.map(({ name }) => `"${name}" desc`).join(', ')} limit 1
    ) as last from batch`;
  let [cursor, size, seen] = [start, FIRST_BATCH, 0];
  for (;;) {
    const began = performance.now();
    const { rows, last } = await inRetriedTransaction(client, { lockTimeout: 100 }, async () => {
      const batch = (await client.query<{ rows: number; last: Cursor }>(batchOf(cursor, size), cursor ?? [])).rows[0]!;
      if (batch.rows > 0) await note(batch.last);
      return batch;
    });
    if (rows === 0) return;
    cursor = last;
    seen += rows;
    report(seen);
    const factor = BATCH_TIME / (performance.now() - began);
    size = Math.min(10_000, Math.max(20, Math.round(size * Math.min(2, factor))));
  }
}

async function primaryKey(client: pg.ClientBase, table: string): Promise<{ name: string; type: string }[]> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type
     from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
     where indrelid = $1::regclass and indisprimary order by array_position(indkey::int2[], attnum)`,
    [table],
  );
  if (rows.length === 0) throw new Error(`The table ${table} has no primary key.`);
  return rows;
}
