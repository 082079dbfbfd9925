import { sql } from 'kysely';
import { type Statement, statement } from '#platform/database';

/** Those of the names of uploaded images that these items refer to. @param images each with the number of its item */
export function itemImagesInUse(images: readonly { groupID: number; id: number; name: string }[]): Statement<{ name: string }> {
  return statement(sql<{ name: string }>`
    select f.name from json_to_recordset(${JSON.stringify(images)}::json) as f("groupID" bigint, id bigint, name text)
    join items i on i.group_id = f."groupID" and i.id = f.id
    where position(f.name in i.image_url) > 0 or position(f.name in i.photos::text) > 0`);
}
