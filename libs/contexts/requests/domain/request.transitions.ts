import type { RequestStatus } from './request.events.js';

/** The actions on a Request, by staff or by time. */
export type RequestAct = 'ask' | 'answer' | 'match' | 'unmatch' | 'close' | 'delete' | 'expire';

/** The status of a Request after each action. */
export const STATUS_AFTER = {
  ask: 'waiting-guest-response',
  answer: 'registered',
  match: 'resolved',
  unmatch: 'registered',
  close: 'not-found',
  delete: 'deleted',
  expire: 'expired',
} as const satisfies Record<RequestAct, RequestStatus>;

/** The life cycle of a Request (decisions.md, section 6): which actions a status allows. */
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

/** The statuses in which a Request can expire. */
export const EXPIRING = allowing('expire');

/** The closed statuses, after which personal data is kept for the Group's retention time (docs/adr/0015-erasure-of-personal-data.md). */
export const ENDED: readonly RequestStatus[] = ['resolved', 'not-found', 'expired', 'deleted'];

/** The statuses in which a Request can be matched. */
export const MATCHABLE = allowing('match');

/** Whether the status allows the action. */
export function allows(status: RequestStatus, act: RequestAct): boolean {
  return ALLOWED[status].includes(act);
}

/** The actions that the status allows through the API; expiry, which only time causes, is not included. */
export function nextActs(status: RequestStatus): Exclude<RequestAct, 'expire'>[] {
  return ALLOWED[status].filter((act) => act !== 'expire');
}
