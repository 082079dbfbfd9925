import { sql } from 'kysely';
import { type Statement, statement, template } from '#platform/database';
import { assertion, type Fact } from '#platform/event-store';
import type { LeasedImport } from './import-store.js';

const isLeased = template<{ groupID: number; id: number; lease: string }, unknown>(({ groupID, id, lease }) =>
  assertion(sql<boolean>`exists (
    select from imports where group_id = ${groupID}::int and id = ${id}::int and lease = ${lease}::uuid and status = 'running'
  )`),
);

const noteRow = template<{ groupID: number; id: number; row: number }, unknown>(({ groupID, id, row }) =>
  statement(sql`insert into import_rows (group_id, import_id, row) values (${groupID}::int, ${id}::int, ${row}::int)`),
);

/** The import still runs and this worker holds it: otherwise no row is registered. */
export function isHeld({ group_id: groupID, id, lease }: LeasedImport): Fact {
  return { about: { groupID, type: 'import', id }, check: isLeased({ groupID, id, lease }) };
}

/** Notes a row as registered, in the transaction that registers it. */
export function noting({ group_id: groupID, id }: LeasedImport, row: number): Statement {
  return noteRow({ groupID, id, row });
}
