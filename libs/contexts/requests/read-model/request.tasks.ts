import { sql } from 'kysely';
import { longestOf, MOST_LISTED, type Waiting, waitingIn } from '#contexts/records';
import { type Places, type Statement, withinPlaces } from '#platform/database';
import { RECORD, type RequestRow } from './request.entity.js';

const REQUESTS = sql.table('requests');

export type WaitingRequest = Waiting<RequestRow>;

/** Requests of a task that wait longest. */
export const requestsWaiting = waitingIn<RequestRow>(REQUESTS, RECORD);

/** Requests with a question that was answered, and that staff have not gone on with. */
export function requestsAnswered(groupID: number, places: Places): Statement<WaitingRequest> {
  const answered = sql`group_id = ${groupID}::int and answered_at is not null and ${withinPlaces(places)}`;
  return requestsWaiting(groupID, ...longestOf(REQUESTS, answered, sql`answered_at`));
}

/** Open Requests with an item that is very probably theirs. @param reach the Locations of items that the caller may see */
export function requestsLikelyMatched(groupID: number, places: Places, reach: Places): Statement<WaitingRequest> {
  const likely = sql`from likely_matches where group_id = ${groupID}::int and ${withinPlaces(places)}
    and ${reach === null ? sql`true` : sql`item_location_id = any(${reach}::text[])`}`;
  return requestsWaiting(
    groupID,
    sql`
    select request_id as id, min(found_at) as since, count(*) over () as total ${likely}
    group by request_id order by since, id limit ${sql.lit(MOST_LISTED)}`,
  );
}
