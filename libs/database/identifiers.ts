import { sql } from 'kysely';
import type { Database } from './database.js';
import { type Statement, tables } from './sql.js';

/** What a Group counts: each kind from 1, never reused (decisions.md, section 2). */
export const NUMBERED = ['location', 'language', 'region', 'user', 'item', 'request'] as const;
export type Numbered = (typeof NUMBERED)[number];

/**
 * The name of a Group's sequence. A sequence for each Group keeps numbers from telling of other Groups, and unlike a
 * counter row it makes no writer wait for another one's commit.
 */
export function sequenceName(groupID: number, kind: Numbered): string {
  return `numbers.${kind}_${groupID}`;
}

function nextNumber(groupID: number, kind: Numbered) {
  return sql<number>`nextval(${sequenceName(groupID, kind)}::text::regclass)::int`;
}

/** The statement that draws the next number of a kind inside the Group, to be sent together with others. */
export function numberDraw(groupID: number, kind: Numbered): Statement<{ number: number }> {
  return tables<never>().selectNoFrom(nextNumber(groupID, kind).as('number'));
}

/** Draws the next number of a kind inside the Group. */
export async function drawNumber(database: Database, groupID: number, kind: Numbered): Promise<number> {
  return (await database.row(numberDraw(groupID, kind)))!.number;
}
