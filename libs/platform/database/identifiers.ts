import { sql } from 'kysely';
import type { Database } from './database.js';
import { type Statement, tables, template } from './sql.js';

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

const nextOf = template(({ sequence }: { sequence: string }) =>
  tables<never>().selectNoFrom(sql<number>`nextval(${sequence}::text::regclass)::int`.as('number')),
);

/** The statement that draws the next number of a kind inside the Group, to be sent together with others. */
export function numberDraw(groupID: number, kind: Numbered): Statement<{ number: number }> {
  return nextOf({ sequence: sequenceName(groupID, kind) });
}

/** Draws the next number of a kind inside the Group. */
export async function drawNumber(database: Database, groupID: number, kind: Numbered): Promise<number> {
  return (await database.queryOne(numberDraw(groupID, kind)))!.number;
}
