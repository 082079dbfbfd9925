import { type RawBuilder, sql } from 'kysely';

/**
 * The recursive CTE `name`: each value of some columns that rows meet a condition with, read from an index that begins with them one jump
 * after the other, so that the cost does not depend on how many rows each value has.
 * @param table its name, as SQL
 * @param columns the first ones of the index, in its order
 * @param condition on rows of the table, with which the index is partial or of the columns before these
 */
export function looseScan(
  name: string,
  table: RawBuilder<unknown>,
  columns: readonly string[],
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const all = sql.join(columns.map((column) => sql.ref(column)));
  const last = sql.join(columns.map((column) => sql.ref(`${name}.${column}`)));
  return sql`${sql.ref(name)} as (
    (select ${all} from ${table} where ${condition} order by ${all} limit 1)
    union all
    select next.* from ${sql.ref(name)}, lateral (
      select ${all} from ${table} where ${condition} and (${all}) > (${last}) order by ${all} limit 1
    ) next
  )`;
}
