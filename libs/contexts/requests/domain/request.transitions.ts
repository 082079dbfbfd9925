import type { RequestStatus } from './request.events.js';

/** What staff may do to a Request, or time. */
export type RequestAct = 'ask' | 'answer' | 'match' | 'unmatch' | 'close' | 'delete' | 'expire';

/** What each act makes of a Request. */
export const STATUS_AFTER = {
  ask: 'waiting-guest-response',
  answer: 'registered',
  match: 'resolved',
  unmatch: 'registered',
  close: 'not-found',
  delete: 'deleted',
  expire: 'expired',
} as const satisfies Record<RequestAct, RequestStatus>;

/** The life of a Request (decisions.md, section 6): which acts a status allows. */
const ALLOWED: Record<RequestStatus, readonly RequestAct[]> = {
  registered: ['ask', 'match', 'close', 'delete', 'expire'],
  'waiting-guest-response': ['answer', 'match', 'close', 'delete', 'expire'],
  resolved: ['unmatch'],
  'not-found': [],
  expired: [],
  deleted: [],
  anonymized: [],
};

const allowing = (act: RequestAct) => (Object.keys(ALLOWED) as RequestStatus[]).filter((status) => allows(status, act));

/** The statuses that end with the Request's time. */
export const EXPIRING = allowing('expire');

/** The statuses that are an end, from which personal data is kept for a Group's time (docs/adr/0015-erasure-of-personal-data.md). */
export const ENDED: readonly RequestStatus[] = ['resolved', 'not-found', 'expired', 'deleted'];

/** The statuses in which a Request waits for its item. */
export const MATCHABLE = allowing('match');

/** Whether a Request of the status may undergo the act. */
export function allows(status: RequestStatus, act: RequestAct): boolean {
  return ALLOWED[status].includes(act);
}

/** What may be done to a Request of the status through the API; what time alone does is not among them. */
export function nextActs(status: RequestStatus): Exclude<RequestAct, 'expire'>[] {
  return ALLOWED[status].filter((act) => act !== 'expire');
}
