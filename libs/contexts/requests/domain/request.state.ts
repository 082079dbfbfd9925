import type { RequestStatus } from './request.events.js';
import type { RequestFields } from './request.fields.js';

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
