/** Item statuses (decisions.md, section 6). */
export const ITEM_STATUSES = [
  'contact-missing',
  'waiting-response',
  'wrong-owner',
  'pickup-by-guest',
  'shipment-paid',
  'pickup-scheduled',
  'in-route',
  'delivered',
  'left-behind',
  'finished',
  'expired',
  'deleted',
  'anonymized',
] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** The possible responses of an owner (decisions.md, section 9). */
export const OWNER_RESPONSES = ['pickup', 'ship', 'leave', 'not-mine'] as const;
export type OwnerResponse = (typeof OWNER_RESPONSES)[number];

export const PAYMENT_STATUSES = ['open', 'paid', 'failed', 'refunded', 'withdrawn'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The providers on whose pages guests can pay. */
export const PAYMENT_PROVIDERS = ['stripe', 'mollie'] as const;

/** Troubles of a payment: other money than was asked for has come; what was to be given back has not arrived. */
export const PAYMENT_PROBLEMS = ['amount', 'refund-failed'] as const;
export type PaymentProblem = (typeof PAYMENT_PROBLEMS)[number];

/** The owner's price of the shipment. */
export interface Payment {
  paymentStatus: PaymentStatus;
  amount: number;
  /** ISO 4217 */
  currency: string;
  /** Where it is paid. */
  url: string | null;
  /** The payment in the system of whoever takes it. */
  reference: string | null;
  /** The provider on whose page it is paid, if it is one that is connected; earlier releases don't say. */
  provider?: string | null;
  problem?: PaymentProblem | null;
  /** The sum that was given back by the provider. */
  refunded?: number;
}

/** Troubles of a parcel that its carrier tells of (decisions.md, section 14, Tracking). */
export const SHIPMENT_PROBLEMS = ['returned', 'lost', 'undeliverable', 'void-refused'] as const;
export type ShipmentProblem = (typeof SHIPMENT_PROBLEMS)[number];

/** The shipment's data; money in the Location's currency, or in the one that is named. */
export interface Shipment {
  carrier: string | null;
  trackingNumber: string | null;
  labelUrl: string | null;
  cost: number | null;
  /** The fields that follow are of a label that was bought here; earlier releases have none of it. */
  provider: string | null;
  service: string | null;
  trackingUrl: string | null;
  /** ISO 4217 */
  currency: string | null;
  /** ISO 8601 */
  bookedAt: string | null;
  problem: ShipmentProblem | null;
}

export const UNKNOWN_SHIPMENT: Shipment = {
  carrier: null,
  trackingNumber: null,
  labelUrl: null,
  cost: null,
  provider: null,
  service: null,
  trackingUrl: null,
  currency: null,
  bookedAt: null,
  problem: null,
};

/** Why an item is kept where it is, whatever its status (decisions.md, section 13, Hold). */
export interface Hold {
  /** Personal data: null once erased. */
  reason: string | null;
  /** ISO 8601; null: until somebody ends it. */
  until: string | null;
  /** ISO 8601 */
  since: string;
  /** The name of who put it on hold; null where it has none. */
  by: string | null;
}

/** How the one who fetched the item was known. */
export const IDENTIFICATIONS = ['document', 'known', 'link', 'other'] as const;

/** To whom an item was handed over; all but the lists' values is personal data. */
export interface Handover {
  to: string | null;
  identification: (typeof IDENTIFICATIONS)[number];
  /** Whether they knew the hidden mark; null where nobody asked. */
  markMatched: boolean | null;
  note: string | null;
  /** The name of who handed it over; null where it has none. */
  by: string | null;
}

export const DISPOSAL_METHODS = ['donated', 'destroyed', 'authority', 'finder', 'sold'] as const;

/** Where an item went that nobody fetched; all but the method is personal data. */
export interface Disposal {
  method: (typeof DISPOSAL_METHODS)[number];
  recipient: string | null;
  reference: string | null;
  note: string | null;
  /** Why before its storage ended. */
  reason: string | null;
  /** The name of who disposed of it; null where it has none. */
  by: string | null;
}

/** How an item left the Location for good (decisions.md, section 13). */
export const OUTCOMES = ['handed-over', 'disposed', 'shipped'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Kinds of messages to owners. */
export type OwnerMessage = 'item-found' | 'answer-received' | 'item-shipment' | 'text';
