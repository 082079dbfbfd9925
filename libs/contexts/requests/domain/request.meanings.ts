import { declareEvents } from '#platform/kernel';
import type { RequestEvents, Step } from './request.events.js';
import { madeWith, type RequestFields, requestFields } from './request.fields.js';
import type { KnownRequest } from './request.state.js';

const NOT_ASKED = { question: null, answer: null, answeredAt: null };
const STEP = ['status', 'previousStatus', 'locationID', 'matchedItemID'] as const;

/** The meaning of each event of a Request: its effect on it and on its row, what is not sealed, what the list of changes states. */
export const requestEvents = declareEvents<KnownRequest, RequestEvents>()('RequestMade', {
  RequestMade: {
    public: [...STEP, ...madeWith.public, 'requestNumber', 'expiresAt'],
    state(_none, { status, previousStatus: _previous, requestNumber: _number, locationID, matchedItemID, expiresAt, ...made }) {
      const fields = { ...requestFields.empty, ...made };
      return { status, locationID, matchedItemID, expiresAt, fields, rejectedItemIDs: [], isErased: false };
    },
    row: ({ previousStatus: _previous, ...made }) => ({
      ...inRow({ ...requestFields.empty, ...made }),
      ...NOT_ASKED,
      rejectedItemIDs: [],
      erased: false,
    }),
    stated: (made) => named(resolving(made)),
  },
  RequestUpdated: {
    public: requestFields.public,
    state: (request, changes) => ({ ...request, fields: { ...request.fields, ...changes } }),
    row: inRow,
    stated: named,
  },
  DetailsAsked: {
    public: STEP,
    state: moved,
    row: (data) => ({ ...seenTo(data), question: data.question, answer: null }),
    stated: ({ question, ...step }) => ({ ...resolving(step), ...(question && { askForDetails: question }) }),
  },
  DetailsGiven: {
    public: STEP,
    state: moved,
    row: (data, { at }) => ({ ...reached(data), answer: data.guest?.answer ?? null, answeredAt: at }),
    stated: ({ guest, ...step }) => ({ ...resolving(step), ...(guest && { askForDetails: guest }) }),
  },
  RequestMatched: { public: STEP, state: moved, row: seenTo, stated: resolving },
  RequestUnmatched: { public: STEP, state: moved, row: reached, stated: resolving },
  GuestWrittenTo: { public: ['locationID', 'message'], state: (request) => request, row: () => ({}) },
  CandidateRejected: {
    public: ['locationID', 'itemID', 'rejected', 'rejectedItemIDs'],
    state: (request, { rejectedItemIDs }) => ({ ...request, rejectedItemIDs }),
    row: ({ rejectedItemIDs }) => ({ rejectedItemIDs: [...rejectedItemIDs] }),
  },
  RequestStatusChanged: { public: STEP, state: moved, row: seenTo, stated: resolving },
  PersonalDataErased: {
    public: [],
    state: (request) => ({ ...request, isErased: true }),
    row: () => ({ ...named(requestFields.erased), ...NOT_ASKED, erased: true }),
    stated: () => ({ erased: true }),
  },
});

/** Fields as rows and records name them. */
function named<Said extends Partial<RequestFields>>({ guest, ...said }: Said) {
  return { ...said, ...(guest !== undefined && { owner: guest }) };
}

function inRow<Said extends Partial<RequestFields>>(said: Said) {
  return named(requestFields.withoutErased(said));
}

function moved(request: KnownRequest, step: Step): KnownRequest {
  return { ...request, ...reached(step) };
}

function reached({ status, matchedItemID }: Step) {
  return { status, matchedItemID };
}

/** A step that needs no answer any more. */
function seenTo(step: Step) {
  return { ...reached(step), answeredAt: null };
}

function resolving<Said extends Step>(step: Said) {
  return { ...step, resolved: step.status === 'resolved' };
}
