import type { RequestFields } from './request.fields.js';

/** Request statuses (decisions.md, section 6). */
export const REQUEST_STATUSES = [
  'registered',
  'waiting-guest-response',
  'resolved',
  'not-found',
  'expired',
  'deleted',
  'anonymized',
] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

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
