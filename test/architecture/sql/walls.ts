import { knows, type Owned, partOf } from './parts.js';
import { type Mention, sqlOf } from './statements.js';

/** The result of an inspection: how much SQL in which parts, and the violations. */
export interface Inspection {
  pieces: number;
  parts: Set<string>;
  violations: string[];
}

/**
 * The service's migrations connect the platform's tables to those of contexts, and backups of before are numbered by what all tables hold;
 * no other part may use both.
 */
const KNOWS_ALL = /^libs\/service\/(?:migrations\/|backup\/numbers\.ts$)/;

/** Tables are given to these: an entity is inspected where it is passed in, and statistics are of whatever tables there are. */
const GIVEN_TABLES = [
  'libs/platform/database/first-statistics.ts',
  'libs/platform/event-store/record-table.ts',
  'libs/platform/database/monthly-partitions.ts',
  'libs/platform/secrets/sealed-values.ts',
  'libs/service/backup/backup.ts',
  'libs/service/backup/restore.ts',
];

/** Checks the SQL of files against the owners of the tables. */
export function inspect(files: ReadonlyMap<string, string>, owners: ReadonlyMap<string, Owned>): Inspection {
  const seen: Inspection = { pieces: 0, parts: new Set(), violations: [] };
  for (const [file, text] of files) {
    if (KNOWS_ALL.test(file)) continue;
    const part = partOf(file);
    const { pieces, mentions, unreadable } = sqlOf(file, text);
    seen.pieces += pieces;
    if (pieces > 0) seen.parts.add(part);
    for (const line of GIVEN_TABLES.includes(file) ? [] : unreadable)
      seen.violations.push(`${file}:${line}: names a table by what can't be read; write its name`);
    for (const mention of mentions) {
      const wrong = wrongWith(mention, part, owners.get(mention.name));
      if (wrong) seen.violations.push(`${file}:${mention.line}: ${mention.name} ${wrong}`);
    }
  }
  return { ...seen, violations: [...new Set(seen.violations)] };
}

function wrongWith({ writes, called }: Mention, part: string, owned: Owned | undefined): string | null {
  if (!owned || owned.part === part) return null;
  switch (owned.kind) {
    case 'table':
      return `is a table of ${owned.part}; use its views, or what its index.ts exports`;
    case 'view':
      if (writes) return `is written by ${owned.part} only`;
      return knows(part, owned.part) ? null : `is a view of ${owned.part}, which ${part} does not know`;
    case 'function':
      if (!called) return null;
      return owned.part.startsWith('libs/platform/') ? null : `is a function of ${owned.part}`;
    default:
      return owned.kind satisfies never;
  }
}
