import { describe, it } from 'vitest';
import { specificationOf } from '#platform/event-store/spec';
import { userWith } from '../../../../test/support/callers.js';
import { type ItemCommand, itemDecider } from './item.decider.js';
import { type Owner, UNKNOWN_OWNER } from './item.details.js';
import type { ItemEvent } from './item.events.js';
import type { Guest } from './item.match.js';
import type { ItemStatus } from './item.values.js';
import { UNKNOWN_ADDRESS } from './owner.js';
import { after, became, registered } from './spec/items.js';

const { given } = specificationOf(itemDecider);
const caller = userWith('property_subuser', 'demo:1');
const REQUEST = 12;
const [LATE, MUCH_LATER] = [after(91 * 24), after(3650 * 24)];
const ANNA: Guest = { name: 'Anna Schmidt', email: 'anna@example.com', phoneNumber: '+49 40 123456' };
const IS_ANNA = { firstName: 'Anna', lastName: 'Schmidt', contactEmail: 'anna@example.com', phoneNumber: '+49 40 123456' };

const match = (guest: Guest = ANNA, requestID = REQUEST): ItemCommand => ({ type: 'MatchItem', caller, requestID, guest });
const unmatch = (requestID = REQUEST): ItemCommand => ({ type: 'UnmatchItem', requestID });
const notMine: ItemCommand = {
  type: 'RecordResponse',
  caller,
  response: 'not-mine',
  address: null,
  storageAfterItemStorageDays: 0,
  isState: () => false,
  quote: () => 'free',
  at: after(1),
};
const matched = (owner?: Partial<Owner>): ItemEvent => ({
  type: 'ItemMatched',
  data: { requestID: REQUEST, ...(owner && { owner: { ...UNKNOWN_OWNER, ...owner } }) },
});
const unmatched = (owner?: Partial<Owner>): ItemEvent => ({
  type: 'ItemUnmatched',
  data: owner ? { owner: { ...UNKNOWN_OWNER, ...owner } } : {},
});
/** It waits for the guest, who is told of the match and not of the item. */
const waits: ItemEvent = {
  type: 'ItemStatusChanged',
  data: { status: 'waiting-response', previousStatus: 'contact-missing', locationID: 'demo:1', ownerKnows: true },
};
const responded: ItemEvent = { type: 'OwnerResponded', data: { response: 'not-mine' } };

const nobody = registered({ owner: { reservationNumber: 'R-1' } });
const annas: ItemEvent[] = [nobody, matched({ ...IS_ANNA, reservationNumber: 'R-1' }), waits];
const bobs = registered({ owner: { contactEmail: 'bob@example.com' }, status: 'waiting-response' });

describe('matching an item to a Request', () => {
  it('gives an item without a contact the guest, and it waits for the guest’s answer', () => {
    given([nobody]).when(match()).then(annas.slice(1));
  });

  it('leaves an item its own contact', () => {
    given([bobs]).when(match()).then([matched()]);
  });

  it('gives the guest where the known one said that it is not theirs', () => {
    given([bobs, became('wrong-owner', 'waiting-response')])
      .when(match())
      .then([
        matched(IS_ANNA),
        {
          type: 'ItemStatusChanged',
          data: { status: 'waiting-response', previousStatus: 'wrong-owner', locationID: 'demo:1', ownerKnows: true },
        },
      ]);
  });

  it('gives the guest where the known address bounced, unless it is the same', () => {
    const bounced: ItemEvent[] = [
      bobs,
      { type: 'ContactBounced', data: { contact: 'contactEmail' } },
      became('contact-missing', 'waiting-response'),
    ];
    given(bounced)
      .when(match())
      .then([matched(IS_ANNA), waits]);
    const bob = { name: null, email: 'bob@example.com', phoneNumber: null };
    given(bounced)
      .when(match(bob))
      .then([matched({ contactEmail: 'bob@example.com' })]);
  });

  it.each([
    ['Madonna', null, 'Madonna'],
    ['Jan van der Berg', 'Jan', 'van der Berg'],
    ['Anna Maria Schmidt', 'Anna Maria', 'Schmidt'],
    ['anna schmidt', 'anna', 'schmidt'],
    ['van der Berg, Jan', 'Jan', 'van der Berg'],
    ['John Smith, Jr.', 'John Smith,', 'Jr.'],
    ['山田 太郎', '太郎', '山田'],
    ['山田　太郎', '太郎', '山田'],
    ['김 철수', '철수', '김'],
    ['王小明', null, '王小明'],
    ['マリア ロペス', 'マリア', 'ロペス'],
  ])('takes the name %s apart', (name, firstName, lastName) => {
    given([registered()])
      .when(match({ ...ANNA, name }))
      .then([matched({ ...IS_ANNA, firstName, lastName }), waits]);
  });

  it('gives a name alone where nothing else is known, and goes on missing a contact', () => {
    given([registered()])
      .when(match({ name: 'Anna', email: null, phoneNumber: null }))
      .then([matched({ lastName: 'Anna' })]);
    given([registered()])
      .when(match({ name: null, email: null, phoneNumber: null }))
      .then([matched()]);
  });

  it('is done once, and refused for another Request', () => {
    given(annas).when(match()).thenNothing();
    given(annas)
      .when(match(ANNA, REQUEST + 1))
      .thenRefused('conflict');
  });

  it('finds no item that is deleted, and takes none that is anonymized', () => {
    given([nobody, became('deleted', 'contact-missing')])
      .when(match())
      .thenRefused('not_found');
    given([nobody, became('anonymized', 'contact-missing')])
      .when(match())
      .thenRefused('transition_not_allowed');
  });
});

describe('removing the match', () => {
  const before = { reservationNumber: 'R-1' };

  it.each(['waiting-response', 'pickup-by-guest', 'shipment-paid'] as ItemStatus[])(
    'takes the guest from an item that is %s, which then misses a contact',
    (status) => {
      given([...annas, became(status, 'waiting-response')])
        .when(unmatch())
        .then([unmatched(before), became('contact-missing', status)]);
    },
  );

  it('takes the address with the guest', () => {
    const address = { ...UNKNOWN_ADDRESS, city: 'Bonn' };
    given([
      ...annas,
      { type: 'ItemUpdated', data: { owner: { ...UNKNOWN_OWNER, ...IS_ANNA, ...before, activityNumber: 'A', address } } },
    ])
      .when(unmatch())
      .then([unmatched({ ...before, activityNumber: 'A' }), became('contact-missing', 'waiting-response')]);
  });

  it.each(['in-route', 'finished', 'expired'] as ItemStatus[])('leaves an item %s', (status) => {
    given([...annas, became(status, 'waiting-response')])
      .when(unmatch())
      .then([unmatched(before)]);
  });

  it('leaves an item with a contact of its own as it is', () => {
    given([bobs, matched()]).when(unmatch()).then([unmatched()]);
  });

  it('does nothing to an item of another Request or of none', () => {
    given(annas)
      .when(unmatch(REQUEST + 1))
      .thenNothing();
    given([nobody]).when(unmatch()).thenNothing();
    given([]).when(unmatch()).thenNothing();
  });

  it('lets an expired item come back without a contact', () => {
    given([...annas, became('expired', 'waiting-response'), unmatched(before)])
      .when({ type: 'UpdateItem', caller, changes: { customStorageDays: 3650 }, isState: () => false, at: LATE })
      .then([
        { type: 'ItemUpdated', data: { customStorageDays: 3650, storageExpiresAt: MUCH_LATER } },
        became('contact-missing', 'expired'),
      ]);
  });
});

describe('“not mine”', () => {
  it('by the guest of the Request leaves the item without a contact', () => {
    given(annas)
      .when(notMine)
      .then([responded, unmatched({ reservationNumber: 'R-1' }), became('contact-missing', 'waiting-response')]);
  });

  it('by a contact of its own says that this one is wrong, and ends the match', () => {
    given([bobs, matched()])
      .when(notMine)
      .then([responded, unmatched(), became('wrong-owner', 'waiting-response')]);
  });
});
