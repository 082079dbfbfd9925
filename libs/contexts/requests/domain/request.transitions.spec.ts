import { describe, expect, it } from 'vitest';
import { DomainError } from '#platform/kernel';
import { userWith } from '../../../../test/support/callers.js';
import { diagram, drawn } from '../../../../test/support/diagram.js';
import { type RequestCommand, requestDecider } from './request.decider.js';
import type { RequestEvent } from './request.events.js';
import { type KnownRequest, REQUEST_STATUSES, type RequestState, type RequestStatus } from './request.state.js';
import { LIVE, nextActs, type RequestAct, WAYS } from './request.transitions.js';
import { actsOf, became, ITEM, made, step } from './spec/requests.js';

const caller = userWith('property_subuser', 'demo:1');

/** How a Request comes to each status. */
const HISTORIES: Record<RequestStatus, RequestEvent[]> = {
  registered: [made],
  'waiting-guest-response': [
    made,
    { type: 'DetailsAsked', data: { ...step('waiting-guest-response', 'registered'), question: 'Which brand?' } },
  ],
  resolved: [made, { type: 'RequestMatched', data: { ...step('resolved', 'registered'), matchedItemID: ITEM } }],
  'not-found': [made, became('not-found')],
  expired: [made, became('expired')],
  deleted: [made, became('deleted')],
  anonymized: [made, { type: 'PersonalDataErased', data: {} }, became('anonymized')],
};
const stateAfter = (history: RequestEvent[]) =>
  history.reduce(requestDecider.evolve, requestDecider.initialState) as KnownRequest;

const ACTS = actsOf(caller);
const ALL_ACTS = Object.keys(ACTS) as RequestAct[];

/** Acts allowed in each status, restated independently (decisions.md, section 6). */
const NEXT: Record<RequestStatus, RequestAct[]> = {
  registered: ['ask', 'match', 'close', 'delete'],
  'waiting-guest-response': ['answer', 'match', 'close', 'delete'],
  resolved: ['unmatch'],
  'not-found': [],
  expired: [],
  deleted: [],
  anonymized: [],
};

/** The status that a command gives the Request, `unchanged` or `refused`. */
function outcome(state: KnownRequest, command: RequestCommand): string {
  try {
    const { status } = requestDecider.decide(command, state).reduce(requestDecider.evolve, state as RequestState);
    return status === state.status ? 'unchanged' : status;
  } catch (error) {
    if (error instanceof DomainError) return 'refused';
    throw error;
  }
}

/** The promise of an act: its status where it is listed, nothing where that is so already or time is not up, else a refusal. */
function promise(status: RequestStatus, act: RequestAct): string {
  if (act === 'expire' || act === 'erase') return WAYS[act].from.includes(status) ? WAYS[act].to : 'unchanged';
  if ((nextActs(status) as RequestAct[]).includes(act)) return WAYS[act].to;
  const isSo = (act === 'match' && status === 'resolved') || (act === 'close' && status === 'not-found');
  return isSo ? 'unchanged' : 'refused';
}

describe('what may be done to a Request', () => {
  it('is tried in every status', () => {
    expect(Object.values(HISTORIES).map((history) => stateAfter(history).status)).toEqual([...REQUEST_STATUSES]);
  });

  it.each(REQUEST_STATUSES)('is what it lists, and nothing else, when it is %s', (status) => {
    const state = stateAfter(HISTORIES[status]);
    const outcomes = Object.fromEntries(ALL_ACTS.map((act) => [act, outcome(state, ACTS[act])]));
    expect(outcomes).toEqual(Object.fromEntries(ALL_ACTS.map((act) => [act, promise(status, act)])));
  });

  it.each(REQUEST_STATUSES)('is what the specification says when it is %s', (status) => {
    expect([...nextActs(status)].sort()).toEqual([...NEXT[status]].sort());
  });

  it('is not to match a resolved one with another item', () => {
    expect(outcome(stateAfter(HISTORIES.resolved), { type: 'MatchItem', caller, itemID: ITEM + 1 })).toBe('refused');
  });

  it('is to expire, or to be matched, while it waits for its item', () => {
    expect(WAYS.expire.from).toEqual(['registered', 'waiting-guest-response']);
    expect(WAYS.match.from).toEqual(['registered', 'waiting-guest-response']);
  });

  it('ends with its personal data, but for what is deleted', () => {
    const erased = Object.values(HISTORIES).map((history) => outcome(stateAfter(history), { type: 'EraseRequest' }));
    expect(erased).toEqual([...Array(5).fill('anonymized'), 'unchanged', 'unchanged']);
  });
});

it('the life cycle of a Request is drawn as it is', () => {
  const ways = Object.entries(WAYS).map(([by, way]) => ({ by, ...way }));
  expect(drawn('Requests')).toBe(diagram(ways, LIVE));
});
