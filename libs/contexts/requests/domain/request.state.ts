import type { RequestEvent, RequestFields, RequestStatus } from './request.events.js';

/** The state of a Request after its events. */
export interface KnownRequest {
  status: RequestStatus;
  locationID: string;
  matchedItemID: number | null;
  expiresAt: string;
  fields: RequestFields;
  /** The items that are not what was lost. */
  rejectedItemIDs: readonly number[];
  isErased: boolean;
}

export type RequestState = { status: 'absent' } | KnownRequest;

/** Applies an event to the Request. */
export function evolve(state: RequestState, event: RequestEvent): RequestState {
  if (event.type === 'RequestMade') {
    const {
      status,
      previousStatus: _previous,
      requestNumber: _number,
      locationID,
      matchedItemID,
      expiresAt,
      ...made
    } = event.data;
    const fields = { ...made, internalNotes: null, assignedTo: null };
    return { status, locationID, matchedItemID, expiresAt, fields, rejectedItemIDs: [], isErased: false };
  }
  if (state.status === 'absent') return state;
  switch (event.type) {
    case 'DetailsAsked':
    case 'DetailsGiven':
    case 'RequestMatched':
    case 'RequestUnmatched':
    case 'RequestStatusChanged':
      return { ...state, status: event.data.status, matchedItemID: event.data.matchedItemID };
    case 'RequestUpdated':
      return { ...state, fields: { ...state.fields, ...event.data } };
    case 'CandidateRejected':
      return { ...state, rejectedItemIDs: event.data.rejectedItemIDs };
    case 'GuestWrittenTo':
      return state;
    case 'PersonalDataErased':
      return { ...state, isErased: true };
    default:
      return event satisfies never;
  }
}
