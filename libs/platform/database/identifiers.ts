import { sql } from 'kysely';
import type { Database } from './database.js';
import { valuesOf } from './folding.js';
import { FOLDS, type Statement, statement, template } from './sql.js';

/**
 * The name of the sequence that numbers a Group's records of one kind, from 1 and never reused (decisions.md, section 2). With one
 * sequence per Group, numbers reveal nothing about other Groups, and unlike with a counter row no writer waits for another's commit.
 */
export function sequenceName(groupID: number, kind: string): string {
  return `numbers.${kind}_${groupID}`;
}

const nextOf = template<{ sequence: string }, { number: number }>(
  ({ sequence }) =>
    statement(
      sql`select nextval(given.sequence::regclass)::int as number from (${valuesOf(sql`(${sequence}::text)`)}) given (sequence)`,
    ),
  FOLDS,
);

/** The statement that draws the Group's next number for a kind of record, to be sent together with others. */
export function numberDraw(groupID: number, kind: string): Statement<{ number: number }> {
  return nextOf({ sequence: sequenceName(groupID, kind) });
}

/** Draws the Group's next number for a kind of record. */
export async function drawNumber(database: Database, groupID: number, kind: string): Promise<number> {
  return (await database.queryOne(numberDraw(groupID, kind)))!.number;
}
