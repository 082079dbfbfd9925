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

/** Stands where words were that may have named a person. */
export const ANONYMIZED = 'anonymized';

/** Who lost something: every key is always there. */
export interface Guest {
  name: string | null;
  email: string | null;
  phoneNumber: string | null;
}

/** What was lost, where and when. */
export interface RequestDetails {
  request: string;
  location: string | null;
  /** `YYYY-MM-DD` */
  departuredDate: string | null;
  colors: string[];
  categories: string[];
  imageUrl: string | null;
}

/** What every event of a Request tells whoever follows its status. */
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
      /** Counts from 1 within the Location. */
      requestNumber: number;
      languageID: number | null;
      expiresAt: string;
      /** Personal data: encrypted in the store, null once erased. */
      guest: Guest;
    };
};

/** Staff asked the guest for details. */
export type DetailsAsked = { type: 'DetailsAsked'; data: Step & { question: string } };

/** The guest answered, in words that are personal data. */
export type DetailsGiven = { type: 'DetailsGiven'; data: Step & { guest: { answer: string } } };

export type RequestMatched = { type: 'RequestMatched'; data: Step & { matchedItemID: number } };
export type RequestUnmatched = { type: 'RequestUnmatched'; data: Step };

/** Closed, expired, deleted or anonymized. */
export type RequestStatusChanged = { type: 'RequestStatusChanged'; data: Step };

/** The subject's key is destroyed: what is personal in earlier events reads as null from now on. */
export type PersonalDataErased = { type: 'PersonalDataErased'; data: Record<string, never> };

export type RequestEvent =
  | RequestMade
  | DetailsAsked
  | DetailsGiven
  | RequestMatched
  | RequestUnmatched
  | RequestStatusChanged
  | PersonalDataErased;
