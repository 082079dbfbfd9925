import { type RawBuilder, sql } from 'kysely';
import { type Statement, statement } from '#platform/database';

/** The name of an uploaded image, with the number of its record. */
export interface NamedImage {
  groupID: number;
  id: number;
  name: string;
}

/** The names of uploaded images that the records of a table refer to. @param columns where they name their images */
export function imagesInUse(
  table: RawBuilder<unknown>,
  columns: readonly string[],
  images: readonly NamedImage[],
): Statement<{ name: string }> {
  const named = columns.map((column) => sql`position(f.name in r.${sql.ref(column)}::text) > 0`);
  return statement(sql<{ name: string }>`
    select f.name from json_to_recordset(${JSON.stringify(images)}::json) as f("groupID" bigint, id bigint, name text)
    join ${table} r on r.group_id = f."groupID" and r.id = f.id
    where ${sql.join(named, sql` or `)}`);
}
