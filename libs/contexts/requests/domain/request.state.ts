import type { RequestEvent, RequestStatus } from './request.events.js';

/** The state of a Request after its events. */
export interface KnownRequest {
  status: RequestStatus;
  locationID: string;
  matchedItemID: number | null;
  expiresAt: string;
  imageUrl: string | null;
  isErased: boolean;
}

export type RequestState = { status: 'absent' } | KnownRequest;

/** Applies an event to the Request. */
export function evolve(state: RequestState, event: RequestEvent): RequestState {
  if (event.type === 'RequestMade') {
    const { status, locationID, matchedItemID, expiresAt, imageUrl } = event.data;
    return { status, locationID, matchedItemID, expiresAt, imageUrl, isErased: false };
  }
  if (state.status === 'absent') return state;
  switch (event.type) {
    case 'DetailsAsked':
    case 'DetailsGiven':
    case 'RequestMatched':
    case 'RequestUnmatched':
    case 'RequestStatusChanged':
      return { ...state, status: event.data.status, matchedItemID: event.data.matchedItemID };
    case 'GuestWrittenTo':
      return state;
    case 'PersonalDataErased':
      return { ...state, isErased: true };
    default:
      return event satisfies never;
  }
}
