import { sql } from 'kysely';
import { AT_LOCATION, itemStream } from '#contexts/items';
import { FOLDS, literals, type Statement, statement, template, valuesOf } from '#platform/database';
import { outgoing, outgoingOfEach, type Recorded, type Subscription } from '#platform/event-store';
import type { EventOf } from '#platform/kernel';
import { type RequestEvents, requestEvents, stepOf } from './domain/request.events.js';
import { OPEN } from './domain/request.transitions.js';
import { requestStream } from './request.stream.js';

interface Changed {
  groupID: number;
  record: string;
  id: number;
  version: number;
}

const ANY_MATCHABLE = sql`exists (select from requests r where r.group_id = given.group_id and r.status in ${literals(OPEN)})`;

/** Notes an item only where a Request may be about it. */
const due = (isItem: boolean) =>
  template<Changed, never>(
    ({ groupID, record, id, version }) =>
      statement(sql<never>`
      insert into comparisons_due (group_id, record, id, version)
      select * from (${valuesOf(sql`(${groupID}::int, ${record}::text, ${id}::int, ${version}::int)`)})
        given (group_id, record, id, version)
      where ${isItem ? ANY_MATCHABLE : sql`true`}
      on conflict (group_id, record, id) do update set version = excluded.version`),
    FOLDS,
  );
const itemDue = due(true);
const requestDue = due(false);

/** The record is to be compared. */
function compared({ stream, version }: Recorded): Statement {
  const changed = { groupID: stream.groupID, record: stream.type, id: stream.id, version };
  return stream.type === 'item' ? itemDue(changed) : requestDue(changed);
}

/** No pair has it any more; one that is being made is ended by the comparison. */
function parted(event: Recorded): Statement[] {
  const { groupID, type, id } = event.stream;
  const own = type === 'item' ? sql`item_id` : sql`request_id`;
  return [statement(sql`delete from likely_matches where group_id = ${groupID}::int and ${own} = ${id}::int`), compared(event)];
}

const ofItems = outgoing('likely-items', itemStream, {
  ItemRegistered: compared,
  ItemUpdated: compared,
  ItemMatched: compared,
  ItemUnmatched: compared,
  ItemStatusChanged: (event) => {
    const { status, previousStatus } = event.data;
    const [isHere, wasHere] = [AT_LOCATION.includes(status), AT_LOCATION.includes(previousStatus)];
    if (isHere === wasHere) return [];
    return isHere ? compared(event) : parted(event);
  },
});

const ofRequests = outgoingOfEach('likely-requests', requestStream, (event) => {
  if (event.type === 'CandidateRejected') return refused(event);
  const step = stepOf(event);
  if (step === null) return requestEvents.updated(event).length > 0 ? [compared(event)] : [];
  if (step.status === 'registered') return [compared(event)];
  return OPEN.includes(step.status) ? [] : parted(event);
});

function refused(event: Recorded<EventOf<RequestEvents, 'CandidateRejected'>>): Statement[] {
  const { itemID, rejected } = event.data;
  const { groupID, id } = event.stream;
  const pair = sql`group_id = ${groupID}::int and request_id = ${id}::int and item_id = ${itemID}::int`;
  return [...(rejected ? [statement(sql`delete from likely_matches where ${pair}`)] : []), compared(event)];
}

/** Notes what is to be compared again, and parts at once what is no pair any more, in the transaction of the change. */
export const MATCH_WORK: readonly Subscription[] = [ofItems, ofRequests];
