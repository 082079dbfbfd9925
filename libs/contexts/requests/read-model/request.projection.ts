import { columnsOf } from '#platform/database';
import { type Projection, RecordTable } from '#platform/event-store';
import { ANONYMIZED, type Guest, type RequestEvent, type RequestStatus } from '../domain/request.events.js';
import { RECORD, RequestEntity, type RequestRow } from './request.entity.js';

const requests = new RecordTable(RequestEntity, RECORD);

/** A guest after the erasure of its data. */
const UNKNOWN_GUEST: Guest = { name: null, email: null, phoneNumber: null };

/** The columns of a Request once its personal data is erased. */
const ERASED = {
  external_id: null,
  request: ANONYMIZED,
  location: null,
  owner: UNKNOWN_GUEST,
  image_url: null,
  question: null,
  answer: null,
  internal_notes: null,
  answered_at: null,
  erased: true,
};

interface Step {
  data: { status: RequestStatus; matchedItemID: number | null };
}

/** Maintains the table `requests`. */
export const requestProjection: Projection<RequestEvent, RequestRow> = {
  name: 'requests',
  rebuilds: ['requests'],
  when: {
    RequestMade: (event) => {
      const { previousStatus: _previous, guest, ...details } = event.data;
      return requests.insert(event, {
        ...columnsOf(details),
        request: details.request ?? ANONYMIZED,
        owner: guest ?? UNKNOWN_GUEST,
        question: null,
        answer: null,
        internal_notes: null,
        assigned_to: null,
        rejected_item_ids: [],
        answered_at: null,
        erased: false,
      });
    },
    RequestUpdated: (event) => {
      const { guest, request, ...changes } = event.data;
      return requests.update(event, {
        ...columnsOf(changes),
        ...(request !== undefined && { request: request ?? ANONYMIZED }),
        ...(guest !== undefined && { owner: guest ?? UNKNOWN_GUEST }),
      });
    },
    DetailsAsked: (event) => requests.update(event, { ...seenTo(event), question: event.data.question, answer: null }),
    DetailsGiven: (event) =>
      requests.update(event, { ...step(event), answer: event.data.guest?.answer ?? null, answered_at: event.at }),
    RequestMatched: (event) => requests.update(event, seenTo(event)),
    RequestUnmatched: (event) => requests.update(event, step(event)),
    GuestWrittenTo: (event) => requests.update(event, {}),
    CandidateRejected: (event) => requests.update(event, { rejected_item_ids: [...event.data.rejectedItemIDs] }),
    RequestStatusChanged: (event) => requests.update(event, seenTo(event)),
    PersonalDataErased: (event) => requests.update(event, ERASED),
  },
};

/** A step that needs no answer any more. */
function seenTo(event: Step) {
  return { ...step(event), answered_at: null };
}

function step({ data: { status, matchedItemID } }: Step) {
  return { status, matched_item_id: matchedItemID };
}
