import { sql } from 'kysely';
import { statement, template } from './sql.js';

/** The statement that waits until every other transaction with a turn of this name has ended. */
export const takeTurn = template<{ name: string }, unknown>(({ name }) =>
  statement(sql`select pg_advisory_xact_lock(hashtextextended(${name}::text, 0))`),
);
