import { describe, it } from 'vitest';
import { specificationOf } from '#platform/event-store/spec';
import { userWith } from '../../../../test/support/callers.js';
import { type RequestCommand, requestDecider } from './request.decider.js';
import type { RequestEvent } from './request.events.js';
import type { RequestChanges } from './request.update.js';
import { actsOf, became, ITEM, MADE_AT, made, rejected, step } from './spec/requests.js';

const { given } = specificationOf(requestDecider);

const caller = userWith('property_subuser', 'demo:1');
const location = { locationID: 'demo:1', active: true, daysBeforeRequestExpires: 90 };

const making = (active = true): RequestCommand => ({
  type: 'MakeRequest',
  request: { request: 'White charger', owner: { email: 'anna@example.com' } },
  requestNumber: 3,
  location: { ...location, active },
  languageID: 1,
  at: MADE_AT,
});

const ACTS = actsOf(caller);

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

  it('takes other words, merges the guest, and keeps notes of staff', () => {
    const update = (changes: RequestChanges): RequestCommand => ({ type: 'UpdateRequest', caller, changes });
    const guest = { name: 'Anna', email: 'anna@example.com', phoneNumber: null };
    const updated: RequestEvent = { type: 'RequestUpdated', data: { guest, internalNotes: 'Called', assignedTo: 3 } };
    given([made])
      .when(update({ request: 'White charger', owner: { name: 'Anna' }, internalNotes: 'Called', assignedTo: 3 }))
      .then([updated]);
    given([made, updated])
      .when(update({ owner: { email: null }, internalNotes: 'Called' }))
      .then([{ type: 'RequestUpdated', data: { guest: { ...guest, email: null } } }]);
    given([made, updated])
      .when(update({ owner: guest, assignedTo: 3, colors: [] }))
      .thenNothing();
    given([made, became('resolved')])
      .when(update({ assignedTo: null, request: 'Cable' }))
      .then([{ type: 'RequestUpdated', data: { request: 'Cable' } }]);
    given([made, became('anonymized')])
      .when(update({ request: 'Cable' }))
      .thenRefused('transition_not_allowed');
    given([made, became('deleted')])
      .when(update({ request: 'Cable' }))
      .thenRefused('not_found');
  });

  it('is resolved by an item, and registered again without it', () => {
    const matched: RequestEvent = { type: 'RequestMatched', data: { ...step('resolved', 'registered'), matchedItemID: ITEM } };
    given([made]).when(ACTS.match).then([matched]);
    given([made, matched])
      .when(ACTS.unmatch)
      .then([{ type: 'RequestUnmatched', data: step('registered', 'resolved') }]);
    given([made, matched])
      .when({ ...ACTS.unmatch, itemID: ITEM + 1 })
      .thenRefused('conflict');
    given([made, matched]).when(ACTS.match).thenNothing();
    given([made, matched])
      .when({ type: 'MatchItem', caller, itemID: ITEM + 1 })
      .thenRefused('transition_not_allowed');
  });

  it('is looked into again when its item is somebody else’s, and only then', () => {
    const matched: RequestEvent = { type: 'RequestMatched', data: { ...step('resolved', 'registered'), matchedItemID: ITEM } };
    given([made, matched])
      .when({ type: 'LoseMatch', itemID: ITEM, isOthers: true })
      .then([{ type: 'RequestUnmatched', data: step('registered', 'resolved') }, rejected(ITEM)]);
    given([made, matched])
      .when({ type: 'LoseMatch', itemID: ITEM + 1, isOthers: true })
      .thenNothing();
    given([made]).when({ type: 'LoseMatch', itemID: ITEM, isOthers: true }).thenNothing();
    // One that is there no more may have been the guest's.
    given([made, matched])
      .when({ type: 'LoseMatch', itemID: ITEM, isOthers: false })
      .then([{ type: 'RequestUnmatched', data: step('registered', 'resolved') }]);
  });

  it('offers an item that was refused no more, until staff say so', () => {
    const reject = (itemID: number, rejected = true): RequestCommand => ({ type: 'RejectCandidate', caller, itemID, rejected });
    given([made])
      .when(reject(ITEM))
      .then([rejected(ITEM)]);
    given([made]).when(reject(ITEM, false)).thenNothing();
    given([made, rejected(ITEM)])
      .when(reject(ITEM))
      .thenNothing();
    given([made, rejected(ITEM)])
      .when(reject(ITEM + 1))
      .then([rejected(ITEM, ITEM + 1)]);
    given([made, rejected(ITEM, ITEM + 1)])
      .when(reject(ITEM, false))
      .then([
        {
          type: 'CandidateRejected',
          data: { locationID: 'demo:1', itemID: ITEM, rejected: false, rejectedItemIDs: [ITEM + 1] },
        },
      ]);
    const matched: RequestEvent = { type: 'RequestMatched', data: { ...step('resolved', 'registered'), matchedItemID: ITEM } };
    given([made, matched]).when(reject(ITEM)).thenRefused('transition_not_allowed');
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
      .when({ type: 'CloseRequest', caller: userWith('property_subuser', 'demo:2') })
      .thenRefused('not_found');
    given([]).when(ACTS.close).thenRefused('not_found');
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
