import { hash } from 'node:crypto';
import type { Statement } from '#platform/database';
import type { Recorded, Report, StatusReport, Subject } from '#platform/event-store';
import { recordTimestamp } from '#platform/kernel';
import { found } from '#platform/observability';
import { eventID } from '../domain/event-id.js';
import { insertionOf } from './insert-deliveries.js';

/**
 * Writes the deliveries of an event in its transaction: one to the configuration's URL of the kind, and one to each endpoint that wants a
 * report, all by one statement that returns their IDs. The bodies are created here once: every attempt sends these bytes
 * (decisions.md, sections 7 and 10).
 */
export function deliveriesOf(
  subject: Subject,
  { stream: { groupID, id }, version, at }: Recorded,
  status: StatusReport | null,
  reports: readonly Report[],
): Statement {
  return writeDeliveries(subject, { groupID, id, source: `${version}`, at }, status, reports);
}

/** Subjects of deliveries. */
export interface Cause {
  groupID: number;
  /** The number of the record. */
  id: number;
  /** Tells it from all others about the same record: the same source at the same time writes the same deliveries. */
  source: string;
  /** When it happened, ISO 8601. */
  at: string;
}

/** The statement that writes deliveries; of those that are there already, none. */
export function writeDeliveries(
  subject: Subject,
  cause: Cause,
  status: StatusReport | null,
  reports: readonly Report[],
): Statement {
  const { groupID, id } = cause;
  const { type: name } = subject.stream;
  const at = new Date(cause.at);
  const changedAt = recordTimestamp(at);
  const seed = hash('sha256', `${groupID}/${name}/${id}/${cause.source}`, 'buffer');
  const deliveryID = eventID(at, id, seed);
  if (status) found(() => ({ 'lost_and_found.event_id': deliveryID }));
  return insertionOf(subject)({
    groupID,
    id,
    at: cause.at,
    eventID: deliveryID,
    kind: status && `${name}Status`,
    status: status?.status ?? null,
    head:
      status && `{"type":"${name}-status","timestamp":"${at.toISOString()}","data":${startOf(statusData(id, status, changedAt))}`,
    reports: JSON.stringify(
      reports.map(({ type, ...told }) => ({
        type,
        head: `{"type":"${type}","timestamp":"${at.toISOString()}","data":${startOf({ changedAt, ...told })}`,
      })),
    ),
  });
}

function statusData(id: number, { status, previousStatus, matchedItemID }: StatusReport, changedAt: string) {
  return { id, status, previousStatus, changedAt, ...(matchedItemID !== undefined && { matchedItemID }) };
}

/** An object as JSON, to be continued: what only the database knows comes behind. */
function startOf(data: object): string {
  return `${JSON.stringify(data).slice(0, -1)},`;
}
