import { declareEvents } from '#platform/kernel';
import { ANONYMIZED, type Guest, type RequestEvents, type Step } from './request.events.js';
import type { KnownRequest } from './request.state.js';

/** A guest after the erasure of its data. */
const UNKNOWN_GUEST: Guest = { name: null, email: null, phoneNumber: null };

const STEP = ['status', 'previousStatus', 'locationID', 'matchedItemID'] as const;
const DETAILS = ['departuredDate', 'colors', 'categories', 'languageID'] as const;

/** The meaning of each event of a Request: its effect on it and on its row, what is not sealed, what the list of changes states. */
export const requestEvents = declareEvents<KnownRequest, RequestEvents>()('RequestMade', {
  RequestMade: {
    public: [...STEP, ...DETAILS, 'requestNumber', 'expiresAt'],
    state(_none, { status, previousStatus: _previous, requestNumber: _number, locationID, matchedItemID, expiresAt, ...made }) {
      const fields = { ...made, internalNotes: null, assignedTo: null };
      return { status, locationID, matchedItemID, expiresAt, fields, rejectedItemIDs: [], isErased: false };
    },
    row: ({ previousStatus: _previous, guest, ...details }) => ({
      ...details,
      request: details.request ?? ANONYMIZED,
      owner: guest ?? UNKNOWN_GUEST,
      question: null,
      answer: null,
      internalNotes: null,
      assignedTo: null,
      rejectedItemIDs: [],
      answeredAt: null,
      erased: false,
    }),
    stated: ({ guest, ...made }) => ({ ...resolving(made), ...(guest !== undefined && { owner: guest }) }),
  },
  RequestUpdated: {
    public: [...DETAILS, 'assignedTo'],
    state: (request, changes) => ({ ...request, fields: { ...request.fields, ...changes } }),
    row: ({ guest, request, ...changes }) => ({
      ...changes,
      ...(request !== undefined && { request: request ?? ANONYMIZED }),
      ...(guest !== undefined && { owner: guest ?? UNKNOWN_GUEST }),
    }),
    stated: ({ guest, ...changes }) => ({ ...changes, ...(guest !== undefined && { owner: guest }) }),
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
    row: () => ({
      externalID: null,
      request: ANONYMIZED,
      location: null,
      owner: UNKNOWN_GUEST,
      imageUrl: null,
      question: null,
      answer: null,
      internalNotes: null,
      answeredAt: null,
      erased: true,
    }),
    stated: () => ({ erased: true }),
  },
});

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
