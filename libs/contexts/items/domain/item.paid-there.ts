import { amountOf, isSameMoney, type Money, moneyOf } from '#platform/kernel';
import { type ItemEvent, statusChanged } from './item.events.js';
import { paymentChanged } from './item.payment.js';
import type { KnownItem } from './item.state.js';
import { leadsFrom } from './item.transitions.js';
import type { Payment } from './item.values.js';

/** The word of a provider about a payment, and the money that was given back there. */
export type ProviderPaymentCommand =
  | ({ type: 'LeadToPayment' } & PaymentPlace)
  | { type: 'TakePayment'; provider: string; reference: string; money: Money }
  | { type: 'NoteRefund'; provider: string; reference: string; money: Money; reason: string }
  | { type: 'NoteReturn'; money: Money }
  | NoteFailedRefund;

interface NoteFailedRefund {
  type: 'NoteFailedRefund';
  /** The payment at the provider; null where that is not known. */
  reference: string | null;
  money: Money;
  /** Whether it was said to be given back. */
  isCounted: boolean;
}

interface PaymentPlace {
  provider: string;
  /** The payment at the provider. */
  reference: string;
  /** The money that is to be paid there. */
  money: Money;
  /** The owner's own page, which leads there; null where it is as it was. */
  url: string | null;
}

const FROM_PROVIDER = ['LeadToPayment', 'TakePayment', 'NoteRefund', 'NoteReturn', 'NoteFailedRefund'];

/** Whether a command follows from what a provider said, and has no caller. */
export function isFromProvider(command: { type: string }): command is ProviderPaymentCommand {
  return FROM_PROVIDER.includes(command.type);
}

/** Decides what comes of a payment at its provider (decisions.md, section 14, Payment). */
export function followProvider(command: ProviderPaymentCommand, state: KnownItem): ItemEvent[] {
  switch (command.type) {
    case 'LeadToPayment':
      return ledTo(command, state);
    case 'TakePayment':
      return paidThere(command, state);
    case 'NoteRefund':
      return refundedThere(command, state);
    case 'NoteReturn':
      return returned(state, command.money, null);
    case 'NoteFailedRefund':
      return refundFailed(command, state);
    default:
      return command satisfies never;
  }
}

/** A page that was opened for another price is not where it is paid. */
function ledTo({ provider, reference, url, money }: PaymentPlace, state: KnownItem): ItemEvent[] {
  const { payment } = state;
  if (payment?.paymentStatus !== 'open' || !isAsked(payment, money)) return [];
  if (payment.provider === provider && payment.reference === reference) return [];
  return [paymentChanged(state, { ...payment, provider, reference, problem: null, ...(url !== null && { url }) })];
}

function isAsked({ amount, currency }: Payment, money: Money): boolean {
  return isSameMoney(moneyOf(amount, currency), money);
}

/** Paid is what was asked for, in its currency; other money is a problem for staff. */
function paidThere({ provider, reference, money }: Extract<ProviderPaymentCommand, { type: 'TakePayment' }>, state: KnownItem) {
  const { payment } = state;
  const isHere = payment?.paymentStatus === 'open' && payment.provider === provider && payment.reference === reference;
  if (!isHere) return [];
  if (isAsked(payment, money)) {
    return paid(state, { ...payment, paymentStatus: 'paid', problem: null });
  }
  return payment.problem === 'amount' ? [] : [paymentChanged(state, { ...payment, problem: 'amount' as const })];
}

/** The events that an open payment was paid: the item is sent, if it can be still. */
export function paid(state: KnownItem, payment: Payment): ItemEvent[] {
  return [paymentChanged(state, payment), ...(leadsFrom(state.status, 'payment') ? [statusChanged(state, 'shipment-paid')] : [])];
}

function refundedThere(
  { provider, reference, money, reason }: Extract<ProviderPaymentCommand, { type: 'NoteRefund' }>,
  state: KnownItem,
): ItemEvent[] {
  const { payment } = state;
  const events = returned(state, money, reason);
  if (events.length === 0 || payment?.provider !== provider || payment.reference !== reference) return events;
  const sum = { amount: refundedOf(payment).amount + money.amount, currency: money.currency };
  const isAll = sum.amount >= moneyOf(payment.amount, payment.currency).amount;
  const problem = payment.problem === 'refund-failed' ? null : payment.problem;
  const now: Payment = { ...payment, refunded: amountOf(sum), problem, ...(isAll && { paymentStatus: 'refunded' }) };
  return [...events, paymentChanged(state, now)];
}

/** The money is not given back after all: it is paid as before, and staff are told. */
function refundFailed({ reference, money, isCounted }: NoteFailedRefund, state: KnownItem): ItemEvent[] {
  const { payment, locationID } = state;
  if (state.isErased) return [];
  const { currency } = money;
  const failed: ItemEvent = { type: 'RefundFailed', data: { locationID, amount: amountOf(money), currency } };
  if (!payment || reference === null || payment.reference !== reference) return [failed];
  const sum = { amount: Math.max(0, refundedOf(payment).amount - (isCounted ? money.amount : 0)), currency };
  const isPaid = isCounted && payment.paymentStatus === 'refunded';
  const now: Payment = {
    ...payment,
    refunded: amountOf(sum),
    problem: 'refund-failed',
    ...(isPaid && { paymentStatus: 'paid' }),
  };
  return [failed, paymentChanged(state, now)];
}

/** The sum that was given back of a payment. */
export function refundedOf({ refunded = 0, currency }: Payment): Money {
  return moneyOf(refunded, currency);
}

/** An item that was erased keeps nothing more. */
function returned(state: KnownItem, money: Money, reason: string | null): ItemEvent[] {
  if (state.isErased) return [];
  const { currency } = money;
  return [{ type: 'MoneyReturned', data: { locationID: state.locationID, amount: amountOf(money), currency, reason } }];
}
