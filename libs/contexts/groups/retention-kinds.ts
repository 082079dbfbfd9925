import { type RawBuilder, sql } from 'kysely';

/** The records that a rule of retention is about: those of a Category, or those of none that has a rule of its own. */
export type RetentionKinds = { of: string } | { but: readonly string[] };

/** The condition of a table with the column `categories`. */
export function isOfKinds(kinds: RetentionKinds): RawBuilder<boolean> {
  return 'of' in kinds
    ? sql<boolean>`${kinds.of}::text = any (categories)`
    : sql<boolean>`not categories && ${[...kinds.but]}::text[]`;
}
