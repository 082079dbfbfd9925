import { sql } from 'kysely';
import { anyOf, type Statement, statement } from '#platform/database';

/** The names of uploaded images that are the logo of a Location or Group. */
export function logosInUse(images: readonly { groupID: number; name: string }[]): Statement<{ name: string }> {
  const groups = [...new Set(images.map(({ groupID }) => groupID))];
  return statement(sql<{ name: string }>`
    select logo.name from guest_settings s, lateral (select substring(s.settings ->> 'logo' from '[^/]+$') as name) logo
    where s.group_id = any(${groups}::bigint[]) and logo.name = ${anyOf(images.map(({ name }) => name))}`);
}
