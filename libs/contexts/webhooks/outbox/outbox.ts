import { hash } from 'node:crypto';
import type { Statement } from '#platform/database';
import type { Recorded } from '#platform/event-store';
import { recordTimestamp } from '#platform/kernel';
import { found } from '#platform/observability';
import type { Report } from '../domain/endpoint-events.js';
import { eventID } from '../domain/event-id.js';
import type { Kind } from '../domain/kinds.js';
import { insertDeliveries } from './insert-deliveries.js';

/** The new status of an item or Request that the configuration's URLs are told. */
export interface StatusReport {
  kind: Kind;
  status: string;
  previousStatus: string | null;
  /** Only for a Request. */
  matchedItemID?: number | null;
}

const TYPES = { itemStatus: 'item-status', requestStatus: 'request-status' } as const;

/** The records that deliveries are about. */
export type WebhookSubject = 'item' | 'request' | 'location';

/**
 * Writes the deliveries of an event in its transaction: one to the configuration's URL of the kind, and one to each endpoint that wants a
 * report, all by one statement that returns their IDs. The bodies are created here once: every attempt sends these bytes
 * (decisions.md, sections 7 and 10).
 */
export function deliveriesOf(event: Recorded, status: StatusReport | null, reports: readonly Report[]): Statement {
  const { groupID, type, id } = event.stream;
  return writeDeliveries(
    { groupID, subject: type as WebhookSubject, id, source: `${event.version}`, at: event.at },
    status,
    reports,
  );
}

/** What deliveries are about. */
export interface Cause {
  groupID: number;
  subject: WebhookSubject;
  /** The number of the record. */
  id: number;
  /** Tells it from all others about the same record: the same source at the same time writes the same deliveries. */
  source: string;
  /** When it happened, ISO 8601. */
  at: string;
}

/** The statement that writes deliveries; of those that are there already, none. */
export function writeDeliveries(cause: Cause, status: StatusReport | null, reports: readonly Report[]): Statement {
  const { groupID, subject, id } = cause;
  const at = new Date(cause.at);
  const changedAt = recordTimestamp(at);
  const seed = hash('sha256', `${groupID}/${subject}/${id}/${cause.source}`, 'buffer');
  const deliveryID = eventID(at, id, seed);
  if (status) found(() => ({ 'lost_and_found.event_id': deliveryID }));
  return insertDeliveries[subject]({
    groupID,
    id,
    at: cause.at,
    eventID: deliveryID,
    kind: status?.kind ?? null,
    status: status?.status ?? null,
    head:
      status &&
      `{"type":"${TYPES[status.kind]}","timestamp":"${at.toISOString()}","data":${startOf(statusData(id, status, changedAt))}`,
    reports: JSON.stringify(
      reports.map(({ type, ...told }) => ({
        type,
        head: `{"type":"${type}","timestamp":"${at.toISOString()}","data":${startOf({ changedAt, ...told })}`,
      })),
    ),
  });
}

function statusData(id: number, { kind: _kind, status, previousStatus, matchedItemID }: StatusReport, changedAt: string) {
  return { id, status, previousStatus, changedAt, ...(matchedItemID !== undefined && { matchedItemID }) };
}

/** An object as JSON, to be continued: what only the database knows comes behind. */
function startOf(data: object): string {
  return `${JSON.stringify(data).slice(0, -1)},`;
}
