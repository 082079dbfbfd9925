import { sql } from 'kysely';
import type { Database } from './database.js';
import { statement, unprepared } from './sql.js';

/**
 * Changed rows of a table from which on PostgreSQL itself would analyze it at its next turn (autovacuum_analyze_threshold), and beyond
 * which that might take longer than a statement may: then it is left to PostgreSQL.
 */
const [FEWEST, MOST] = [50, 500_000];

/**
 * Analyzes tables that have rows and were never analyzed. Without statistics all indexes of a table seem equal: statements that connections
 * planned while it was empty may read a whole Group to find one row, until autovacuum comes round, a minute later, or after an import.
 * @returns how many, at most `limit`
 */
export async function collectFirstStatistics(database: Database, limit: number): Promise<number> {
  const found = await database.query(
    statement(sql<{ name: string }>`
      select relid::regclass::text as name from pg_stat_user_tables
      where last_analyze is null and last_autoanalyze is null and n_mod_since_analyze between ${FEWEST}::int and ${MOST}::int
      limit ${limit}::int`),
  );
  const names = found.map(({ name }) => name);
  // A table that another process, or autovacuum, has begun to analyze is left to it.
  if (names.length > 0) await database.query(unprepared(statement(sql`analyze (skip_locked) ${sql.raw(names.join(', '))}`)));
  return names.length;
}
