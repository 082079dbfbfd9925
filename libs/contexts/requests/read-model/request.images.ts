import { sql } from 'kysely';
import { type Statement, statement } from '#platform/database';

/** Those of the names of uploaded images that these Requests refer to. @param images each with the number of its Request */
export function requestImagesInUse(
  images: readonly { groupID: number; id: number; name: string }[],
): Statement<{ name: string }> {
  return statement(sql<{ name: string }>`
    select f.name from json_to_recordset(${JSON.stringify(images)}::json) as f("groupID" bigint, id bigint, name text)
    join requests r on r.group_id = f."groupID" and r.id = f.id
    where position(f.name in r.image_url) > 0`);
}
