import { REQUEST_STATUSES, type RequestStatus } from './request.state.js';

/** The actions on a Request, by staff or by time. */
export type RequestAct = 'ask' | 'answer' | 'match' | 'unmatch' | 'close' | 'delete' | 'expire' | 'erase';

/** The statuses in which a Request can expire, or be matched. */
export const OPEN: readonly RequestStatus[] = ['registered', 'waiting-guest-response'];

/** The statuses that a Request may leave. */
export const LIVE: readonly RequestStatus[] = REQUEST_STATUSES.filter(
  (status) => status !== 'deleted' && status !== 'anonymized',
);

/** The life cycle of a Request (decisions.md, section 6): from which statuses each action leads, and to which. */
export const WAYS: Record<RequestAct, { from: readonly RequestStatus[]; to: RequestStatus }> = {
  ask: { from: ['registered'], to: 'waiting-guest-response' },
  answer: { from: ['waiting-guest-response'], to: 'registered' },
  match: { from: OPEN, to: 'resolved' },
  unmatch: { from: ['resolved'], to: 'registered' },
  close: { from: OPEN, to: 'not-found' },
  delete: { from: OPEN, to: 'deleted' },
  expire: { from: OPEN, to: 'expired' },
  erase: { from: LIVE, to: 'anonymized' },
};

/** The closed statuses, after which personal data is kept for the Group's retention time (docs/adr/0015-erasure-of-personal-data.md). */
export const ENDED: readonly RequestStatus[] = ['resolved', 'not-found', 'expired', 'deleted'];

/** Whether the status allows the action. */
export function allows(status: RequestStatus, act: RequestAct): boolean {
  return WAYS[act].from.includes(status);
}

/** The actions that the status allows through the API; expiry, which only time causes, and erasure are not included. */
export function nextActs(status: RequestStatus): Exclude<RequestAct, 'expire' | 'erase'>[] {
  const acts = (Object.keys(WAYS) as RequestAct[]).filter((act) => allows(status, act));
  return acts.filter((act) => act !== 'expire' && act !== 'erase');
}
