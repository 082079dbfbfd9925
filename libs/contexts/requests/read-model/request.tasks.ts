import { type RawBuilder, sql } from 'kysely';
import { MOST_LISTED } from '#contexts/items';
import { type Places, type Statement, tables, withinPlaces } from '#platform/database';
import { RECORD, type RequestEntity, type RequestRow } from './request.entity.js';

const db = tables<typeof RequestEntity>();

/** One of the Requests that wait longest, since when, and how many wait. */
export type WaitingRequest = RequestRow & { since: string; count: number };

/**
 * The Requests of a task that wait longest.
 * @param first `id` and `since` of them
 * @param count how many wait; unless given, `total` of the first
 */
export function requestsWaiting(
  groupID: number,
  first: RawBuilder<unknown>,
  count: RawBuilder<number> = sql`select f.total::int from first f limit 1`,
): Statement<WaitingRequest> {
  return db
    .with(
      (name) => name('first').materialized(),
      () => sql<{ id: number; since: string }>`(${first})`,
    )
    .selectFrom('requests')
    .select(RECORD)
    .select([
      sql<string>`(select f.since from first f where f.id = requests.id)`.as('since'),
      sql<number>`(${count})`.as('count'),
    ])
    .where('group_id', '=', groupID)
    .where(sql<boolean>`id in (select f.id from first f)`)
    .orderBy('since')
    .orderBy('id');
}

/** Requests whose question was answered, and that staff have not gone on with. */
export function requestsAnswered(groupID: number, places: Places): Statement<WaitingRequest> {
  const answered = sql`group_id = ${groupID}::int and answered_at is not null and ${withinPlaces(places)}`;
  const first = sql`select id, answered_at as since from requests where ${answered} order by answered_at, id limit ${sql.lit(MOST_LISTED)}`;
  return requestsWaiting(groupID, first, sql`select count(*)::int from requests where ${answered}`);
}

/** Open Requests with an item that is very probably theirs. @param reach the Locations whose items the caller may see */
export function requestsLikelyMatched(groupID: number, places: Places, reach: Places): Statement<WaitingRequest> {
  const likely = sql`from likely_matches where group_id = ${groupID}::int and ${withinPlaces(places)}
    and ${reach === null ? sql`true` : sql`item_location_id = any(${reach}::text[])`}`;
  const first = sql`
    select request_id as id, min(found_at) as since, count(*) over () as total ${likely}
    group by request_id order by since, id limit ${sql.lit(MOST_LISTED)}`;
  return requestsWaiting(groupID, first);
}
