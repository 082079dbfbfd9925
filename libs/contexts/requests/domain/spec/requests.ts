import type { Caller } from '#platform/kernel';
import type { RequestCommand } from '../request.decider.js';
import type { RequestEvent } from '../request.events.js';
import type { RequestStatus } from '../request.state.js';
import type { RequestAct } from '../request.transitions.js';

/** When the Requests of specs are created, and when their 90 days end. */
export const MADE_AT = '2026-11-21T10:00:00.000Z';
export const EXPIRES_AT = '2027-02-19T10:00:00.000Z';

/** Request 3 of demo:1, for a white charger. */
export const made: RequestEvent = {
  type: 'RequestMade',
  data: {
    requestNumber: 3,
    locationID: 'demo:1',
    status: 'registered',
    previousStatus: null,
    matchedItemID: null,
    externalID: null,
    request: 'White charger',
    location: null,
    departuredDate: null,
    colors: [],
    categories: [],
    imageUrl: null,
    languageID: 1,
    expiresAt: EXPIRES_AT,
    guest: { name: null, email: 'anna@example.com', phoneNumber: null },
  },
};

/** The part of every event that describes a change of status. */
export const step = (status: RequestStatus, previousStatus: RequestStatus, matchedItemID: number | null = null) => ({
  status,
  previousStatus,
  locationID: 'demo:1',
  matchedItemID,
});

/** A registered Request was closed, expired, deleted or anonymized. */
export const became = (status: RequestStatus): RequestEvent => ({
  type: 'RequestStatusChanged',
  data: step(status, 'registered'),
});

/** The last of these items was refused. */
export const rejected = (...rejectedItemIDs: number[]): RequestEvent => ({
  type: 'CandidateRejected',
  data: { locationID: 'demo:1', itemID: rejectedItemIDs.at(-1)!, rejected: true, rejectedItemIDs },
});

/** The ID of the item that Requests are matched with. */
export const ITEM = 7;

/** The command for every action. */
export const actsOf = (caller: Caller) =>
  ({
    ask: { type: 'AskForDetails', caller, question: 'Which brand?' },
    answer: { type: 'GiveDetails', caller, answer: 'Anker' },
    match: { type: 'MatchItem', caller, itemID: ITEM },
    unmatch: { type: 'UnmatchItem', caller, itemID: ITEM },
    close: { type: 'CloseRequest', caller },
    delete: { type: 'DeleteRequest', caller },
    expire: { type: 'ExpireRequest', at: EXPIRES_AT },
    erase: { type: 'EraseRequest' },
  }) satisfies Record<RequestAct, RequestCommand>;
