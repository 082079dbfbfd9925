import { describe, expect, it } from 'vitest';
import { specificationOf } from '#platform/event-store/spec';
import type { Caller } from '#platform/kernel';
import { type RequestCommand, requestDecider } from './request.decider.js';
import { REQUEST_STATUSES, type RequestEvent, type RequestStatus } from './request.events.js';
import { nextActs, type RequestAct, STATUS_AFTER } from './request.transitions.js';

const { given } = specificationOf(requestDecider);

const caller: Caller = {
  group: { id: 1, code: 'demo' },
  actor: { type: 'user', userID: 3 },
  role: 'property_subuser',
  scope: { all: false, locationIDs: ['demo:1'] },
  requestID: null,
};
const at = '2026-11-21T10:00:00.000Z';
const location = { locationID: 'demo:1', active: true, daysBeforeRequestExpires: 90 };

const making = (active = true): RequestCommand => ({
  type: 'MakeRequest',
  request: { request: 'White charger', owner: { email: 'anna@example.com' } },
  requestNumber: 3,
  location: { ...location, active },
  languageID: 1,
  at,
});

const made: RequestEvent = {
  type: 'RequestMade',
  data: {
    requestNumber: 3,
    locationID: 'demo:1',
    status: 'registered',
    previousStatus: null,
    matchedItemID: null,
    request: 'White charger',
    location: null,
    departuredDate: null,
    colors: [],
    categories: [],
    imageUrl: null,
    languageID: 1,
    expiresAt: '2027-02-19T10:00:00.000Z',
    guest: { name: null, email: 'anna@example.com', phoneNumber: null },
  },
};

const step = (status: RequestStatus, previousStatus: RequestStatus, matchedItemID: number | null = null) => ({
  status,
  previousStatus,
  locationID: 'demo:1',
  matchedItemID,
});
const became = (status: RequestStatus, matchedItemID: number | null = null): RequestEvent => ({
  type: 'RequestStatusChanged',
  data: step(status, 'registered', matchedItemID),
});

const ACTS: Record<RequestAct, RequestCommand> = {
  ask: { type: 'AskForDetails', caller, question: 'Which brand?' },
  answer: { type: 'GiveDetails', caller, answer: 'Anker' },
  match: { type: 'MatchItem', caller, itemID: 7 },
  unmatch: { type: 'UnmatchItem', caller },
  close: { type: 'CloseRequest', caller },
  delete: { type: 'DeleteRequest', caller },
  expire: { type: 'ExpireRequest', at: '2027-02-19T10:00:00.000Z' },
};

describe('making a Request', () => {
  it('registers it until the Location’s days are over', () => {
    given([]).when(making()).then([made]);
  });

  it('is refused at a deactivated Location', () => {
    given([]).when(making(false)).thenRefused('location_deactivated');
  });
});

describe('the life of a Request', () => {
  it('asks the guest for details and goes on with the answer', () => {
    const asked: RequestEvent = {
      type: 'DetailsAsked',
      data: { ...step('waiting-guest-response', 'registered'), question: 'Which brand?' },
    };
    given([made]).when(ACTS.ask).then([asked]);
    given([made, asked])
      .when(ACTS.answer)
      .then([{ type: 'DetailsGiven', data: { ...step('registered', 'waiting-guest-response'), guest: { answer: 'Anker' } } }]);
  });

  it('is resolved by an item, and registered again without it', () => {
    const matched: RequestEvent = { type: 'RequestMatched', data: { ...step('resolved', 'registered'), matchedItemID: 7 } };
    given([made]).when(ACTS.match).then([matched]);
    given([made, matched])
      .when(ACTS.unmatch)
      .then([{ type: 'RequestUnmatched', data: step('registered', 'resolved') }]);
    given([made, matched]).when(ACTS.match).thenNothing();
    given([made, matched]).when({ type: 'MatchItem', caller, itemID: 8 }).thenRefused('transition_not_allowed');
  });

  it('ends with its time, and not before', () => {
    given([made]).when({ type: 'ExpireRequest', at: '2027-02-19T09:59:59.999Z' }).thenNothing();
    given([made])
      .when(ACTS.expire)
      .then([became('expired')]);
  });

  it('is not found once it is deleted, nor out of reach', () => {
    given([made, became('deleted')])
      .when(ACTS.close)
      .thenRefused('not_found');
    given([made])
      .when({ type: 'CloseRequest', caller: { ...caller, scope: { all: false, locationIDs: ['demo:2'] } } })
      .thenRefused('not_found');
    given([]).when(ACTS.close).thenRefused('not_found');
  });

  it.each(REQUEST_STATUSES.filter((status) => status !== 'deleted'))('allows exactly the steps it lists when %s', (status) => {
    const history = [made, ...(status === 'registered' ? [] : [became(status, status === 'resolved' ? 5 : null)])];
    const listed = nextActs(status);
    for (const act of Object.keys(ACTS) as RequestAct[]) {
      if (act === 'expire' || STATUS_AFTER[act] === status) continue;
      const decide = () => requestDecider.decide(ACTS[act], history.reduce(requestDecider.evolve, requestDecider.initialState));
      if ((listed as RequestAct[]).includes(act)) expect(decide()[0]?.data.status).toBe(STATUS_AFTER[act]);
      else expect(decide).toThrow(/cannot become/);
    }
  });
});

describe('personal data', () => {
  const erased: RequestEvent = { type: 'PersonalDataErased', data: {} };
  const anonymized: RequestEvent = { type: 'RequestStatusChanged', data: step('anonymized', 'registered') };

  it('is erased once, whatever the status, and the Request is anonymized', () => {
    given([made]).when({ type: 'EraseRequest' }).then([erased, anonymized]);
    given([made, erased, anonymized]).when({ type: 'EraseRequest' }).thenNothing();
  });

  it('of a deleted Request is erased, and the Request stays deleted', () => {
    const deleted: RequestEvent = { type: 'RequestStatusChanged', data: step('deleted', 'registered') };
    given([made, deleted]).when({ type: 'EraseRequest' }).then([erased]);
  });
});
