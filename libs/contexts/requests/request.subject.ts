import { sql } from 'kysely';
import type { Report, Subject } from '#platform/event-store';
import { fieldNames } from '#platform/http';
import type { RequestEvent } from './domain/request.events.js';
import { requestEvents } from './domain/request.meanings.js';
import { RequestRecord } from './http/request.record.js';
import { REQUEST_WEBHOOKS } from './http/request.webhooks.js';
import { requestStream } from './request.stream.js';

/** Requests, as webhooks and the list of changes tell of them (decisions.md, section 10). */
export const requestSubject: Subject<RequestEvent> = {
  stream: requestStream,
  webhooks: Object.keys(REQUEST_WEBHOOKS),
  row: { table: sql`request_references`, id: sql`r.id`, status: sql`r.status`, externalID: sql`r.external_id` },
  reports({ type, data }) {
    switch (type) {
      case 'RequestMade':
        return [{ type: 'request.created' }];
      case 'RequestUpdated':
        return [{ type: 'request.updated', fields: Object.keys(data).map((field) => (field === 'guest' ? 'owner' : field)) }];
      case 'DetailsAsked':
      case 'DetailsGiven':
        return [{ type: 'request.updated', fields: ['askForDetails'] }, ...statusReports(data)];
      case 'RequestMatched':
      case 'RequestUnmatched':
        return [{ type: 'request.updated', fields: matchedFields(data) }, ...statusReports(data)];
      case 'RequestStatusChanged':
        return statusReports(data);
      // Offers are no part of the record.
      case 'CandidateRejected':
      case 'GuestWrittenTo':
      case 'PersonalDataErased':
        return [];
      default:
        return type satisfies never;
    }
  },
  /** `requestStatus` is sent when a Request is made and whenever its status changes. */
  statusOf({ type, data }) {
    switch (type) {
      case 'RequestUpdated':
      case 'CandidateRejected':
      case 'GuestWrittenTo':
      case 'PersonalDataErased':
        return null;
      default:
        return data;
    }
  },
  changes: { shape: '7e76c694f548', stated: requestEvents.stated, shown: fieldNames(RequestRecord) },
};

interface Step {
  status: string;
  previousStatus: string | null;
}

function statusReports({ status, previousStatus }: Step): Report[] {
  if (status === 'deleted') return [{ type: 'request.deleted' }];
  return status === previousStatus ? [] : [{ type: 'request.status', previousStatus }];
}

/** The fields that follow from a match; `resolved` says whether the status is. */
function matchedFields({ status, previousStatus }: Step): string[] {
  return ['matchedItemID', ...((status === 'resolved') === (previousStatus === 'resolved') ? [] : ['resolved'])];
}
