import { type RawBuilder, sql } from 'kysely';
import { statement } from '#platform/database';
import type { Sealer } from './keyring.js';

/**
 * A column with values that a key of the service has sealed. The part that has such a column hands it in (libs/service/contexts.ts): keys
 * are checked against what stands there, and rotation seals it again.
 */
export interface SealedColumn {
  table: string;
  /** Its primary key. */
  key: readonly string[];
  column: string;
  /** The purpose of its `Sealer`. */
  purpose: string;
  /** The context that the value of a row was sealed for. @param row the columns of `key` */
  // biome-ignore lint/suspicious/noExplicitAny: only who hands the column in knows its row
  context(row: any): string;
}

/** The columns of a row that were read: the primary key and the sealed value. */
export type SealedRow = Record<string, unknown>;

function columns(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(name)));
}

/** How many values stand in the column. */
export function countOf({ table, column }: SealedColumn) {
  return statement(sql<{ total: number }>`select count(${sql.ref(column)})::int as total from ${sql.table(table)}`);
}

/** The next values in the order of the primary key. @param after the last row read; null for the first ones */
export function valuesAfter({ table, key, column }: SealedColumn, after: SealedRow | null, limit: number) {
  const behind = after ? sql`and (${columns(key)}) > (${sql.join(key.map((name) => after[name]))})` : sql``;
  return statement(sql<SealedRow>`
    select ${columns([...key, column])} from ${sql.table(table)}
    where ${sql.ref(column)} is not null ${behind} order by ${columns(key)} limit ${sql.lit(limit)}`);
}

/** The value that is sealed in a row; null where no key that is held opens it. */
export function openedIn({ column, context }: SealedColumn, sealer: Sealer, row: SealedRow): Buffer | null {
  try {
    return sealer.open(row[column] as Buffer, context(row));
  } catch {
    return null;
  }
}

/** Seals a row's content with the key that seals now; a value that was changed or erased meanwhile is left alone. */
export function sealedAnew({ table, key, column, context }: SealedColumn, sealer: Sealer, row: SealedRow, content: Buffer) {
  const resealed = sealer.seal(content, context(row));
  const isRow = sql.join(
    [...key, column].map((name) => sql`${sql.ref(name)} = ${row[name]}`),
    sql` and `,
  );
  return statement(sql`update ${sql.table(table)} set ${sql.ref(column)} = ${resealed} where ${isRow}`);
}
