import type { EventOf } from '#platform/kernel';
import type { MadeWith, RequestFields } from './request.fields.js';

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

/** Part of every event of a Request, for consumers that follow its status. */
export interface Step {
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
