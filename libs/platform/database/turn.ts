import { sql } from 'kysely';
import { statement, template } from './sql.js';

/** The statement that waits until every other transaction with a turn of this name has ended. */
export const takeTurn = template<{ name: string }, unknown>(({ name }) =>
  statement(sql`select pg_advisory_xact_lock(hashtextextended(${name}::text, 0))`),
);

/** The statement that takes such a turn if no other transaction has one of this name; it never waits. */
export const tryTurn = template<{ name: string }, { mine: boolean }>(({ name }) =>
  statement(sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}::text, 0)) as mine`),
);
