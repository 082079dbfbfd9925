import { describe, it } from 'vitest';
import { specificationOf } from '#platform/event-store/spec';
import { userWith } from '../../../../test/support/callers.js';
import { type ItemCommand, itemDecider } from './item.decider.js';
import { type Owner, UNKNOWN_OWNER } from './item.details.js';
import type { ItemEvent } from './item.events.js';
import type { ItemStatus, OwnerResponse } from './item.values.js';
import { UNKNOWN_ADDRESS } from './owner.js';
import { became, after as hoursAfter, registered } from './spec/items.js';

const { given } = specificationOf(itemDecider);
const caller = userWith('property_subuser', 'demo:1');
const DAY = 24;
const address = { ...UNKNOWN_ADDRESS, city: 'Bonn', countryID: 'DE' };

/** Stored for ten days, with seven more to collect it. */
const waiting = registered({
  owner: { contactEmail: 'anna@example.com', address },
  status: 'waiting-response',
  storageExpiresAt: hoursAfter(10 * DAY),
});
const answering = (response: OwnerResponse, hours: number): ItemCommand => ({
  type: 'RecordResponse',
  caller,
  response,
  address: null,
  storageAfterItemStorageDays: 7,
  isState: () => false,
  quote: () => 'free',
  at: hoursAfter(hours),
});
const answered = (response: OwnerResponse, days?: number): ItemEvent => ({
  type: 'OwnerResponded',
  data: { response, ...(days !== undefined && { storageExpiresAt: hoursAfter(days * DAY) }) },
});
const collecting: ItemEvent[] = [waiting, answered('pickup', 17), became('pickup-by-guest', 'waiting-response')];
const sending: ItemEvent[] = [waiting, answered('ship'), became('shipment-paid', 'waiting-response')];

describe('an owner who thinks again', () => {
  it('has it sent instead of collecting it, and its days to collect end', () => {
    given(collecting)
      .when(answering('ship', 1))
      .then([answered('ship', 10), became('shipment-paid', 'pickup-by-guest')]);
  });

  it('collects it instead, with the days to collect once, however often', () => {
    const collected = [answered('pickup', 17), became('pickup-by-guest', 'shipment-paid')];
    given(sending).when(answering('pickup', 1)).then(collected);
    given([...collecting, answered('ship', 10), became('shipment-paid', 'pickup-by-guest')])
      .when(answering('pickup', 1))
      .then(collected);
  });

  it('has days to collect what was to be sent when its storage ended', () => {
    given(sending)
      .when(answering('pickup', 20 * DAY))
      .then([answered('pickup', 20 + 7 + 7), became('pickup-by-guest', 'shipment-paid')]);
  });

  it('does neither once the carrier is booked, nor after the time to collect', () => {
    given([...sending, became('pickup-scheduled', 'shipment-paid')])
      .when(answering('pickup', 1))
      .thenRefused('transition_not_allowed');
    given(collecting)
      .when(answering('ship', 17 * DAY))
      .thenRefused('transition_not_allowed');
  });

  it.each(['leave', 'not-mine'] as const)('does not answer %s any more', (response) => {
    for (const history of [collecting, sending])
      given(history).when(answering(response, 1)).thenRefused('transition_not_allowed');
  });
});

describe('taking back “leave it”', () => {
  const takingBack = (hours: number): ItemCommand => ({ type: 'TakeBackAnswer', caller, at: hoursAfter(hours) });
  const left = (hours: number): ItemEvent[] => [
    waiting,
    { type: 'OwnerResponded', data: { response: 'leave', respondedAt: hoursAfter(hours) } },
    became('left-behind', 'waiting-response'),
  ];
  const takenBack = (hours: number): ItemEvent[] => [
    { type: 'AnswerTakenBack', data: { storageExpiresAt: hoursAfter(hours) } },
    {
      type: 'ItemStatusChanged',
      data: { status: 'waiting-response', previousStatus: 'left-behind', locationID: 'demo:1', ownerKnows: true },
    },
  ];

  it('is the owner’s for a day', () => {
    given([waiting]).when(answering('leave', 1)).then(left(1).slice(1));
    given(left(1))
      .when(takingBack(DAY))
      .then(takenBack(10 * DAY));
    given(left(1))
      .when(takingBack(DAY + 1))
      .thenRefused('transition_not_allowed');
  });

  it('leaves a day to answer', () => {
    given(left(10 * DAY - 1))
      .when(takingBack(10 * DAY))
      .then(takenBack(11 * DAY));
  });

  it('is not for what staff decided', () => {
    given([waiting, became('left-behind', 'waiting-response')])
      .when(takingBack(1))
      .thenRefused('transition_not_allowed');
    given([...left(1), became('finished', 'left-behind'), became('left-behind', 'finished')])
      .when(takingBack(2))
      .thenRefused('transition_not_allowed');
  });
});

describe('a corrected contact', () => {
  const of = (owner: Partial<Owner>, status: ItemStatus = 'waiting-response') => registered({ owner, status });
  const correcting = (owner: Partial<Owner>): ItemCommand => ({
    type: 'UpdateItem',
    caller,
    changes: { owner },
    isState: () => false,
    at: hoursAfter(1),
  });
  const updated = (owner: Partial<Owner>): ItemEvent => ({
    type: 'ItemUpdated',
    data: { owner: { ...UNKNOWN_OWNER, ...owner } },
  });
  const corrected = (contact: 'contactEmail' | 'phoneNumber'): ItemEvent => ({
    type: 'ContactCorrected',
    data: { contact, locationID: 'demo:1' },
  });
  const [typo, email, one, other] = ['a@exmaple.com', 'a@example.com', '+49 40 123456', '+49 40 123457'];

  it.each([
    ['another email', { contactEmail: typo }, { contactEmail: email }, 'contactEmail'],
    ['another telephone', { phoneNumber: one }, { phoneNumber: other }, 'phoneNumber'],
    ['an email beside a telephone', { phoneNumber: one }, { contactEmail: email }, 'contactEmail'],
    ['another telephone beside an email', { contactEmail: email, phoneNumber: one }, { phoneNumber: other }, 'phoneNumber'],
    ['a telephone instead of an email', { contactEmail: typo }, { contactEmail: null, phoneNumber: one }, 'phoneNumber'],
    ['both', { contactEmail: typo, phoneNumber: one }, { contactEmail: email, phoneNumber: other }, 'contactEmail'],
  ] as const)('is written to: %s', (_, before, changes, contact) => {
    given([of(before)])
      .when(correcting(changes))
      .then([updated({ ...before, ...changes }), corrected(contact)]);
  });

  it('is not written to where nothing is new: a telephone beside an email, one contact less, a name', () => {
    given([of({ contactEmail: email })])
      .when(correcting({ phoneNumber: one }))
      .then([updated({ contactEmail: email, phoneNumber: one })]);
    given([of({ contactEmail: email, phoneNumber: one })])
      .when(correcting({ contactEmail: null, lastName: 'Lee' }))
      .then([updated({ phoneNumber: one, lastName: 'Lee' })]);
  });

  it('is written to by the item’s new status where that asks the owner', () => {
    given([of({ contactEmail: typo }, 'waiting-response'), became('wrong-owner', 'waiting-response')])
      .when(correcting({ contactEmail: email }))
      .then([updated({ contactEmail: email }), became('waiting-response', 'wrong-owner')]);
  });

  it('is not written to once the owner has answered', () => {
    given([of({ contactEmail: typo }), became('finished', 'waiting-response')])
      .when(correcting({ contactEmail: email }))
      .then([updated({ contactEmail: email })]);
  });
});
