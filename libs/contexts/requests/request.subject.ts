import { sql } from 'kysely';
import type { Report, Subject } from '#platform/event-store';
import { fieldNames } from '#platform/http';
import { type RequestEvent, requestEvents, stepOf } from './domain/request.events.js';
import { RequestRecord } from './http/request.record.js';
import { REQUEST_WEBHOOKS } from './http/request.webhooks.js';
import { requestStream } from './request.stream.js';

/** Requests, as webhooks and the list of changes tell of them (decisions.md, section 10). */
export const requestSubject: Subject<RequestEvent> = {
  stream: requestStream,
  webhooks: Object.keys(REQUEST_WEBHOOKS),
  row: { table: sql`request_references`, id: sql`r.id`, status: sql`r.status`, externalID: sql`r.external_id` },
  reports(event) {
    const fields = requestEvents.updated(event);
    return [...(fields.length > 0 ? [{ type: 'request.updated', fields }] : []), ...statusReports(event)];
  },
  /** `requestStatus` is sent when a Request is made and whenever its status changes. */
  statusOf: stepOf,
  changes: { shape: '3d595e565e66', stated: requestEvents.stated, shown: fieldNames(RequestRecord) },
};

function statusReports(event: RequestEvent): Report[] {
  const step = stepOf(event);
  if (step === null || step.status === step.previousStatus) return [];
  if (step.previousStatus === null) return [{ type: 'request.created' }];
  if (step.status === 'deleted') return [{ type: 'request.deleted' }];
  return [{ type: 'request.status', previousStatus: step.previousStatus }];
}
