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

/** Replaces text that may have contained personal data. */
export const ANONYMIZED = 'anonymized';

/** The guest who lost something: every key is always present. */
export interface Guest {
  name: string | null;
  email: string | null;
  phoneNumber: string | null;
}

/** The lost thing, where and when. */
export interface RequestDetails {
  /** The integration's own key (decisions.md, section 10). */
  externalID: string | null;
  request: string;
  location: string | null;
  /** `YYYY-MM-DD` */
  departuredDate: string | null;
  colors: string[];
  categories: string[];
  imageUrl: string | null;
}

/** Later changes of a Request by staff, with fields for staff alone. */
export interface RequestFields extends RequestDetails {
  languageID: number | null;
  /** Personal data: encrypted in the store, null once erased. */
  guest: Guest;
  /** For staff. */
  internalNotes: string | null;
  /** The user who sees to it. */
  assignedTo: number | null;
}

/** Part of every event of a Request, for consumers that follow its status. */
interface Step {
  status: RequestStatus;
  previousStatus: RequestStatus | null;
  locationID: string;
  matchedItemID: number | null;
}

export type RequestMade = {
  type: 'RequestMade';
  data: Step &
    RequestDetails & {
      /** Numbered from 1 within the Location. */
      requestNumber: number;
      languageID: number | null;
      expiresAt: string;
      /** Personal data: encrypted in the store, null once erased. */
      guest: Guest;
    };
};

/** Only changed fields; the guest is complete. */
export type RequestUpdated = { type: 'RequestUpdated'; data: Partial<RequestFields> };

/** Staff asked the guest for details. */
export type DetailsAsked = { type: 'DetailsAsked'; data: Step & { question: string } };

/** The guest answered; the answer is personal data. */
export type DetailsGiven = { type: 'DetailsGiven'; data: Step & { guest: { answer: string } } };

export type RequestMatched = { type: 'RequestMatched'; data: Step & { matchedItemID: number } };
export type RequestUnmatched = { type: 'RequestUnmatched'; data: Step };

/** Guest or staff refused the item as what was lost, or staff offer it again; with all that are refused now. */
export type CandidateRejected = {
  type: 'CandidateRejected';
  data: { locationID: string; itemID: number; rejected: boolean; rejectedItemIDs: readonly number[] };
};

/** Closed, expired, deleted or anonymized. */
export type RequestStatusChanged = { type: 'RequestStatusChanged'; data: Step };

/** Kinds of messages to guests. */
export type GuestMessage = 'request-received' | 'request-question' | 'request-resolved' | 'request-not-found' | 'text';

/** Staff had the guest written to: the message of the status again, or a text of their own, which is personal data. */
export type GuestWrittenTo = {
  type: 'GuestWrittenTo';
  data: { locationID: string; message: GuestMessage; text: string | null };
};

/** The subject's key is destroyed: personal data in earlier events reads as null from now on. */
export type PersonalDataErased = { type: 'PersonalDataErased'; data: Record<string, never> };

export type RequestEvent =
  | RequestMade
  | RequestUpdated
  | DetailsAsked
  | DetailsGiven
  | RequestMatched
  | RequestUnmatched
  | CandidateRejected
  | RequestStatusChanged
  | GuestWrittenTo
  | PersonalDataErased;
