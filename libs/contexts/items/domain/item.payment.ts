import type { Caller } from '#platform/kernel';
import type { Owner } from './item.details.js';
import { NeverSent, NotShippable } from './item.errors.js';
import type { ItemEvent } from './item.events.js';
import type { KnownItem } from './item.state.js';
import type { Payment, PaymentStatus } from './item.values.js';

/** The price that is paid for sending an item. */
export interface Price {
  /** The owner's part of the price; 0 where the Location pays. */
  amount: number;
  currency: string;
  /** Where it is paid, unless somebody says otherwise. */
  url: string;
}
/** The Location's price for sending an item there; null where it sends nothing there, `never` where it never sends such an item. */
export type Quote = (countryID: string | null, weightID: number | null) => Price | 'free' | 'never' | null;

export type ReportPayment = {
  type: 'ReportPayment';
  caller: Caller;
  /** Omitted: as it is. */
  status?: Exclude<PaymentStatus, 'open'>;
  reference?: string | null;
  url?: string;
};

/** Transitions of a payment: a paid one may be refunded. */
const NEXT: Record<PaymentStatus, readonly PaymentStatus[]> = {
  open: ['open', 'paid', 'failed', 'withdrawn'],
  paid: ['paid', 'refunded'],
  failed: ['withdrawn'],
  refunded: [],
  withdrawn: [],
};

/** Whether a payment may be reported to be that. */
export function mayBecome({ paymentStatus }: Payment, status: PaymentStatus): boolean {
  return NEXT[paymentStatus].includes(status);
}

/** Whether a payment was asked for that the owner may still withdraw, by deciding otherwise (decisions.md, section 12). */
export function isWithdrawable(payment: Payment | null): payment is Payment {
  return payment !== null && mayBecome(payment, 'withdrawn');
}

/** The payment to ask for before the item is sent; null if there is nothing to pay. @throws NotShippable; NeverSent */
export function paymentFor({ address }: Owner, quote: Quote, { details, payment }: KnownItem): Payment | null {
  const price = quote(address?.countryID ?? null, details.shipping.weight?.ID ?? null);
  if (price === 'never') throw new NeverSent();
  if (price === null) throw new NotShippable();
  return paymentOf(price, payment);
}

/** Whether "send it to me" makes it `shipment-paid` at once: not where its owner pays first, nor where it is not sent at all. */
export function isSentAtOnce({ details: { owner, shipping }, payment }: KnownItem, quote: Quote): boolean {
  const price = quote(owner.address?.countryID ?? null, shipping.weight?.ID ?? null);
  return price !== null && price !== 'never' && paymentOf(price, payment) === null;
}

function paymentOf(price: Price | 'free', payment: KnownItem['payment']): Payment | null {
  if (price === 'free' || price.amount === 0) return null;
  const isSame = payment?.amount === price.amount && payment.currency === price.currency;
  if (isSame && payment.paymentStatus === 'paid') return null;
  // Sent elsewhere at the same price, it is paid where its owner was led to already.
  return isSame && payment.paymentStatus === 'open' ? payment : { paymentStatus: 'open', ...price, reference: null };
}

/** The owner decided otherwise, or nobody pays any more: it is somebody else's item, or not sent. */
export function paymentWithdrawn(state: KnownItem): ItemEvent[] {
  const { payment } = state;
  return isWithdrawable(payment) ? [paymentChanged(state, { ...payment, paymentStatus: 'withdrawn' })] : [];
}

/** The event that a payment is now as given. */
export function paymentChanged({ locationID, payment: before }: KnownItem, payment: Payment): ItemEvent {
  return { type: 'ItemPaymentChanged', data: { ...payment, locationID, previousStatus: before?.paymentStatus ?? null } };
}
