import { declareEvents, type EventOf } from '#platform/kernel';
import { type MadeWith, madeWith, type RequestFields, requestFields } from './request.fields.js';
import type { KnownRequest, RequestStatus } from './request.state.js';

/** Part of every event of a Request, for consumers that follow its status. */
interface Step {
  status: RequestStatus;
  previousStatus: RequestStatus | null;
  locationID: string;
  matchedItemID: number | null;
}

/** Kinds of messages to guests. */
export type GuestMessage = 'request-received' | 'request-question' | 'request-resolved' | 'request-not-found' | 'text';

/** The data of the events of a Request. */
export interface RequestEvents {
  RequestMade: Step &
    MadeWith & {
      /** Numbered from 1 within the Location. */
      requestNumber: number;
      expiresAt: string;
    };
  /** Only changed fields; the guest is complete. */
  RequestUpdated: Partial<RequestFields>;
  /** Staff asked the guest for details. */
  DetailsAsked: Step & { question: string };
  /** The guest answered; the answer is personal data. */
  DetailsGiven: Step & { guest: { answer: string } };
  RequestMatched: Step & { matchedItemID: number };
  RequestUnmatched: Step;
  /** Guest or staff refused the item as what was lost, or staff offer it again; with all that are refused now. */
  CandidateRejected: { locationID: string; itemID: number; rejected: boolean; rejectedItemIDs: readonly number[] };
  /** Closed, expired, deleted or anonymized. */
  RequestStatusChanged: Step;
  /** Staff had the guest written to: the message of the status again, or a text of their own, which is personal data. */
  GuestWrittenTo: { locationID: string; message: GuestMessage; text: string | null };
  /** The subject's key is destroyed: personal data in earlier events reads as null from now on. */
  PersonalDataErased: Record<string, never>;
}

export type RequestEvent = EventOf<RequestEvents>;

/** The part of an event that describes its change of status; null where it has none. */
export function stepOf({ data }: RequestEvent): Step | null {
  return 'previousStatus' in data ? (data as Step) : null;
}

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
    updates: (changes) => Object.keys(named(changes)),
  },
  DetailsAsked: {
    public: STEP,
    state: moved,
    row: (data) => ({ ...seenTo(data), question: data.question, answer: null }),
    stated: ({ question, ...step }) => ({ ...resolving(step), ...(question && { askForDetails: question }) }),
    updates: asked,
  },
  DetailsGiven: {
    public: STEP,
    state: moved,
    row: (data, { at }) => ({ ...reached(data), answer: data.guest?.answer ?? null, answeredAt: at }),
    stated: ({ guest, ...step }) => ({ ...resolving(step), ...(guest && { askForDetails: guest }) }),
    updates: asked,
  },
  RequestMatched: { public: STEP, state: moved, row: seenTo, stated: resolving, updates: matched },
  RequestUnmatched: { public: STEP, state: moved, row: reached, stated: resolving, updates: matched },
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

function asked() {
  return ['askForDetails'];
}

/** `resolved` says whether the status is. */
function matched({ status, previousStatus }: Step) {
  return ['matchedItemID', ...((status === 'resolved') === (previousStatus === 'resolved') ? [] : ['resolved'])];
}

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
