import { type RawBuilder, sql } from 'kysely';
import { MOST_LISTED } from '#contexts/records';
import { type Places, withinPlaces } from '#platform/database';
import type { AnsweredRecord } from './answered-record.js';

/** The records with replies that nobody has read, as the work list takes them: those that wait longest. */
export function unreadReplies(record: AnsweredRecord['record'], groupID: number, places: Places): RawBuilder<unknown> {
  // The offset keeps PostgreSQL from reading all records.
  const isThere = sql`r.group_id = w.group_id and r.id = w.record_id and r.status not in ('deleted', 'anonymized') offset 0`;
  const exists =
    record === 'item'
      ? sql`select from item_references r where ${isThere}`
      : sql`select from request_references r where ${isThere}`;
  return sql`
    select w.record_id as id, min(w.received_at) as since, count(*) over () as total from replies w
    where w.group_id = ${groupID}::int and w.record = ${record}::text and w.read_at is null and not w.erased and ${withinPlaces(places)}
      and exists (${exists})
    group by w.record_id order by since, id limit ${sql.lit(MOST_LISTED)}`;
}
