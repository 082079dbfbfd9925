import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { type Statement, statement, template } from '#platform/database';
import type { Recorded } from '#platform/event-store';
import { recordTimestamp } from '#platform/kernel';
import { found } from '#platform/tracing';
import { eventID } from '../domain/event-id.js';
import type { Kind } from '../domain/kinds.js';

/** The new status of an item or Request that a webhook reports. */
export interface StatusReport {
  kind: Kind;
  locationID: string;
  status: string;
  previousStatus: string | null;
  /** Only for a Request. */
  matchedItemID?: number | null;
}

const TYPES = { itemStatus: 'item-status', requestStatus: 'request-status' } as const;

/**
 * Writes the delivery of a status change in the transaction of its event, if the Group has that kind enabled; then it returns the
 * delivery's ID. The body is created here once: every attempt sends these bytes (decisions.md, section 7).
 */
export function deliveryOf(event: Recorded, report: StatusReport): Statement {
  const { groupID, type, id } = event.stream;
  const at = new Date(event.at);
  const data = {
    id,
    locationID: report.locationID,
    status: report.status,
    previousStatus: report.previousStatus,
    changedAt: recordTimestamp(at),
    ...(report.matchedItemID !== undefined && { matchedItemID: report.matchedItemID }),
  };
  const deliveryID = eventID(at, id, hash('sha256', `${groupID}/${type}/${id}/${event.version}`, 'buffer'));
  found(() => ({ 'lost_and_found.event_id': deliveryID }));
  const open = JSON.stringify({ type: TYPES[report.kind], timestamp: at.toISOString(), data }).slice(0, -2);
  return insertDelivery({
    groupID,
    eventID: deliveryID,
    kind: report.kind,
    locationID: report.locationID,
    subjectID: id,
    status: report.status,
    body: `${open},"locationReference":`,
    at: event.at,
  });
}

interface Delivery {
  groupID: number;
  eventID: string;
  kind: Kind;
  locationID: string;
  subjectID: number;
  status: string;
  /** The start of the body: the part known before the Location is read. */
  body: string;
  at: string;
}

const insertDelivery = template<Delivery, { id: string }>(({ groupID, locationID, at, ...delivery }) => {
  // Due at once, even if this machine's clock is ahead of the database's.
  const due = sql`least(now(), ${at}::timestamptz)`;
  return statement(sql<{ id: string }>`
    insert into webhook_deliveries
      (group_id, id, kind, location_id, subject_id, subject_status, body, created_at, next_attempt_at, claimable_at)
    select ${groupID}::int, ${delivery.eventID}::uuid, e.kind, ${locationID}::text, ${delivery.subjectID}::int, ${delivery.status}::text,
      ${delivery.body}::text || coalesce(to_json(l.reference)::text, 'null') || '}}', ${at}::timestamptz, ${due}, ${due}
    from webhook_endpoints e
    left join location_directory l on l.group_id = e.group_id and l.location_id = ${locationID}::text
    where e.group_id = ${groupID}::int and e.kind = ${delivery.kind}::text and e.enabled and e.url is not null
    returning id`);
});
