import { sql } from 'kysely';
import type { Database } from './database.js';
import { type Statement, tables, template } from './sql.js';

/**
 * The name of the sequence by which a Group numbers its records of a kind, from 1 and never reused (decisions.md, section 2). A sequence for each Group keeps numbers from telling of other Groups, and unlike a
 * counter row it makes no writer wait for another one's commit.
 */
export function sequenceName(groupID: number, kind: string): string {
  return `numbers.${kind}_${groupID}`;
}

const nextOf = template<{ sequence: string }, { number: number }>(({ sequence }) =>
  tables<never>().selectNoFrom(sql<number>`nextval(${sequence}::text::regclass)::int`.as('number')),
);

/** The statement that draws the next number of a kind inside the Group, to be sent together with others. */
export function numberDraw(groupID: number, kind: string): Statement<{ number: number }> {
  return nextOf({ sequence: sequenceName(groupID, kind) });
}

/** Draws the next number of a kind inside the Group. */
export async function drawNumber(database: Database, groupID: number, kind: string): Promise<number> {
  return (await database.queryOne(numberDraw(groupID, kind)))!.number;
}
