import { describe, expect, it } from 'vitest';
import { specificationOf } from '#platform/event-store/spec';
import { INTEGRATION, userWith } from '../../../../test/support/callers.js';
import { type ItemCommand, itemDecider } from './item.decider.js';
import type { Owner } from './item.details.js';
import type { ItemEvent } from './item.events.js';
import type { Quote } from './item.payment.js';
import type { KnownItem } from './item.state.js';
import { STAFF_STATUSES } from './item.statuses.js';
import { nextSteps } from './item.transitions.js';
import type { ItemStatus, OwnerResponse, Payment } from './item.values.js';
import { UNKNOWN_ADDRESS } from './owner.js';
import { after, became, registered } from './spec/items.js';

const later = after(2);
const { given } = specificationOf(itemDecider);
const caller = userWith('property_subuser', 'demo:1');
const PAGE = 'https://lost.example/g/x';
const address = { ...UNKNOWN_ADDRESS, city: 'Bonn', countryID: 'DE' };
const waiting = registered({
  owner: { contactEmail: 'anna@example.com', address },
  status: 'waiting-response',
  shipping: { weight: { ID: 2 }, dimensions: null },
});

/** 9.90 to Germany for weight 2, nothing elsewhere. */
const german: Quote = (countryID, weightID) =>
  countryID === 'DE' && weightID === 2 ? { amount: 9.9, currency: 'EUR', url: PAGE } : null;
const answering = (quote: Quote, response: OwnerResponse = 'ship', countryID = 'DE'): ItemCommand => ({
  type: 'RecordResponse',
  caller,
  response,
  address: { countryID },
  storageAfterItemStorageDays: 0,
  isState: () => false,
  quote,
  at: after(1),
});
type PaymentData = Extract<ItemEvent, { type: 'ItemPaymentChanged' }>['data'];
/** It was open before, unless said otherwise. */
const payment = (paymentStatus: Payment['paymentStatus'], more: Partial<PaymentData> = {}): ItemEvent => ({
  type: 'ItemPaymentChanged',
  data: {
    paymentStatus,
    amount: 9.9,
    currency: 'EUR',
    url: PAGE,
    reference: null,
    locationID: 'demo:1',
    previousStatus: 'open',
    ...more,
  },
});
const responded: ItemEvent = {
  type: 'OwnerResponded',
  data: { response: 'ship', owner: (waiting as Extract<ItemEvent, { type: 'ItemRegistered' }>).data.owner },
};
const reporting = (status?: Exclude<Payment['paymentStatus'], 'open'>, more: object = {}): ItemCommand => ({
  type: 'ReportPayment',
  caller: INTEGRATION,
  ...(status && { status }),
  ...more,
});
const stepsOf = (history: ItemEvent[], quote: Quote) =>
  nextSteps(history.reduce(itemDecider.evolve, itemDecider.initialState) as KnownItem, quote, after(1));
const next = (history: ItemEvent[], quote: Quote) => stepsOf(history, quote).map(({ status }) => status);
/** By which steps it would be sent. */
const steps = (history: ItemEvent[], quote: Quote) =>
  stepsOf(history, quote)
    .filter(({ status }) => status === 'shipment-paid')
    .map(({ by }) => by);
const open = [waiting, responded, payment('open')];
const paid = [...open, payment('paid'), became('shipment-paid', 'waiting-response')];

describe('“send it to me” where the guest pays', () => {
  it('leaves the item as it was, with a payment to make', () => {
    given([waiting])
      .when(answering(german))
      .then([responded, payment('open', { previousStatus: null })]);
  });

  it('sends it at once where it costs nothing', () => {
    const sent = [responded, became('shipment-paid', 'waiting-response')];
    given([waiting])
      .when(answering(() => 'free'))
      .then(sent);
    given([waiting])
      .when(answering(() => ({ amount: 0, currency: 'EUR', url: PAGE })))
      .then(sent);
  });

  it('is refused where no rate fits', () => {
    given([waiting])
      .when(answering(german, 'ship', 'FR'))
      .thenRefused('conflict');
  });

  it.each(['open', 'failed'] as const)('is withdrawn when the item leaves while it is %s, and with it', (status) => {
    const withdrawn = payment('withdrawn', { previousStatus: status });
    const asked = [...open, payment(status)];
    const handover = { to: 'Ann', identification: 'known', markMatched: null, note: null, by: null } as const;
    const disposal = { method: 'donated', recipient: null, reference: null, note: null, reason: 'wet', by: null } as const;
    given(asked)
      .when({ type: 'HandOverItem', caller, handover, signature: null, at: later })
      .then([
        { type: 'ItemHandedOver', data: { ...handover, signature: null } },
        withdrawn,
        became('finished', 'waiting-response'),
      ]);
    given(asked)
      .when({ type: 'DisposeOfItem', caller, disposal, at: later })
      .then([{ type: 'ItemDisposedOf', data: disposal }, withdrawn, became('finished', 'waiting-response')]);
    for (const left of STAFF_STATUSES)
      given(asked)
        .when({ type: 'ChangeItemStatus', caller, status: left, at: later })
        .then([withdrawn, became(left, 'waiting-response')]);
  });

  it('that earlier releases left open is withdrawn when the item is reopened', () => {
    given([...open, became('finished', 'waiting-response')])
      .when({ type: 'ReopenItem', caller, reason: 'It came back', at: later })
      .then([
        { type: 'ItemReopened', data: { reason: 'It came back', storageExpiresAt: '2027-02-19T10:00:00.000Z' } },
        payment('withdrawn'),
        became('waiting-response', 'finished'),
      ]);
  });

  it.each(['open', 'failed'] as const)('is withdrawn by an owner who leaves or collects it while the payment is %s', (status) => {
    const { owner } = responded.data as { owner: Owner };
    given([...open, payment(status)])
      .when(answering(german, 'leave'))
      .then([
        { type: 'OwnerResponded', data: { response: 'leave', respondedAt: after(1), owner } },
        payment('withdrawn', { previousStatus: status }),
        became('left-behind', 'waiting-response'),
      ]);
    given([...open, payment(status)])
      .when(answering(german, 'pickup'))
      .then([
        { type: 'OwnerResponded', data: { response: 'pickup', owner } },
        payment('withdrawn', { previousStatus: status }),
        became('pickup-by-guest', 'waiting-response'),
      ]);
  });

  it('is withdrawn by who meant to collect it first, and collects it after all', () => {
    given([...open, became('pickup-by-guest', 'waiting-response')])
      .when(answering(german, 'pickup'))
      .then([{ type: 'OwnerResponded', data: { response: 'pickup', owner: responded.data.owner! } }, payment('withdrawn')]);
  });

  it('asks for the price of another address, and for none where that costs nothing', () => {
    const dearer: Quote = () => ({ amount: 20, currency: 'EUR', url: PAGE });
    const url = 'https://pay.example.com/1';
    given(open)
      .when(answering(dearer))
      .then([responded, payment('open', { amount: 20 })]);
    given([...open, payment('open', { url })])
      .when(answering(german))
      .then([responded]);
    given(open)
      .when(answering(() => 'free'))
      .then([responded, payment('withdrawn'), became('shipment-paid', 'waiting-response')]);
  });

  it('says what keeps an owner from another answer', () => {
    const refused = (history: ItemEvent[], command: ItemCommand) => {
      const state = history.reduce(itemDecider.evolve, itemDecider.initialState);
      try {
        itemDecider.decide(command, state);
      } catch (error) {
        return (error as Error).message;
      }
      return null;
    };
    expect(refused(open, answering(german, 'not-mine'))).toBe(
      'An item whose owner is to pay for the shipment cannot become wrong-owner.',
    );
    expect(refused([waiting], { ...answering(german, 'pickup'), at: '2027-03-01T00:00:00.000Z' } as ItemCommand)).toBe(
      'An item that is waiting-response, and whose storage time is over, cannot become pickup-by-guest.',
    );
    expect(refused([...open, became('finished', 'waiting-response')], answering(german, 'leave'))).toBe(
      'An item that is finished cannot become left-behind.',
    );
  });

  it('is asked for again after it failed', () => {
    given([...open, payment('failed')])
      .when(answering(german))
      .then([responded, payment('open', { previousStatus: 'failed' })]);
  });

  it('is no step to another status, until there is something to pay', () => {
    expect(steps([waiting], german)).toEqual([]);
    expect(steps([waiting], () => null)).toEqual([]);
    expect(steps([waiting], () => 'free')).toEqual(['response ship']);
    expect(steps(open, german)).toEqual(['payment']);
    expect(next(open, german)).toEqual(['left-behind', 'finished', 'pickup-by-guest', 'shipment-paid', 'deleted']);
    expect(steps([...paid, became('pickup-by-guest', 'shipment-paid')], german)).toEqual(['response ship']);
  });

  it('is paid once by an owner who meant to collect it in between', () => {
    given([...paid, became('pickup-by-guest', 'shipment-paid')])
      .when(answering(german))
      .then([responded, became('shipment-paid', 'pickup-by-guest')]);
  });
});

describe('a payment', () => {
  it.each(['waiting-response', 'pickup-by-guest', 'expired'] as ItemStatus[])(
    'that is made sends an item that is %s',
    (status) => {
      given([...open, became(status, 'waiting-response')])
        .when(reporting('paid', { reference: 'pi_1' }))
        .then([payment('paid', { reference: 'pi_1' }), became('shipment-paid', status)]);
    },
  );

  it('that is made leaves what staff closed', () => {
    given([...open, became('finished', 'waiting-response')])
      .when(reporting('paid'))
      .then([payment('paid')]);
  });

  it('fails, or is refunded, and leaves the status', () => {
    given(open)
      .when(reporting('failed'))
      .then([payment('failed')]);
    given(paid)
      .when(reporting('refunded'))
      .then([payment('refunded', { previousStatus: 'paid' })]);
  });

  it('that is open or failed is withdrawn by sub-users too, who report nothing else', () => {
    for (const status of ['open', 'failed'] as const)
      given([...open, payment(status)])
        .when({ type: 'ReportPayment', caller, status: 'withdrawn' })
        .then([payment('withdrawn', { previousStatus: status })]);
    for (const report of [{ status: 'paid' }, { url: PAGE }, { status: 'withdrawn', reference: 'x' }] as const)
      given(open)
        .when({ type: 'ReportPayment', caller, ...report })
        .thenRefused('forbidden');
  });

  it('is made elsewhere, if so told, and the same report changes nothing', () => {
    const url = 'https://pay.example.com';
    given(open)
      .when(reporting(undefined, { url }))
      .then([payment('open', { url })]);
    given(paid).when(reporting('paid')).thenNothing();
  });

  it('is not there where none was asked for, nor once it is over', () => {
    given([waiting]).when(reporting('paid')).thenRefused('conflict');
    given([waiting]).when(reporting('withdrawn')).thenRefused('conflict');
    given(paid).when(reporting('withdrawn')).thenRefused('conflict');
    for (const over of ['failed', 'refunded', 'withdrawn'] as const) {
      given([...open, payment(over)])
        .when(reporting('paid'))
        .thenRefused('conflict');
    }
    given(open).when(reporting('refunded')).thenRefused('conflict');
    given(paid).when(reporting('failed')).thenRefused('conflict');
    given([...open, became('deleted', 'waiting-response')])
      .when(reporting('paid'))
      .thenRefused('not_found');
  });
});
