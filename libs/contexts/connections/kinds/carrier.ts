import type { Money } from '#platform/kernel';
import type { Connected, RawEvent } from './connected.js';

/** Where a parcel comes from or goes to. */
export interface ParcelAddress {
  name: string;
  company: string | null;
  /** Street and number. */
  line1: string;
  line2: string | null;
  postalCode: string | null;
  city: string;
  state: string | null;
  /** ISO 3166-1, two letters. */
  countryCode: string;
  email: string | null;
  phoneNumber: string | null;
}

/** Grams and centimetres. */
export interface ParcelSize {
  weight: number;
  length: number;
  width: number;
  height: number;
}

/** The contents, where the parcel leaves its customs territory. */
export interface Customs {
  description: string;
  value: Money;
  hsCode: string | null;
  /** ISO 3166-1, two letters. */
  originCountryCode: string | null;
}

/** A parcel to be sent. */
export interface Consignment {
  from: ParcelAddress;
  to: ParcelAddress;
  parcel: ParcelSize;
  customs: Customs | null;
}

/** One way to send it, with its price. */
export interface Offer {
  /** Names it to the same provider, at once and when it is bought. */
  service: string;
  /** The carrier: `dhl`. */
  carrier: string;
  /** For people: `DHL Parcel Connect 0–2 kg`. */
  name: string;
  price: Money;
  /** How long it takes, as the provider says: `2–4`; null where it does not. */
  days: string | null;
}

/** A label to be bought. */
export interface LabelOrder extends Consignment {
  /** The offer that it is for, as it was offered: a provider with identifiers of its own for rates makes the offer again. */
  service: string;
  /** Ours, one for each try: `<item>`, then `<item>-2`; with its Group in front but in the first. The provider keeps it, to be asked. */
  reference: string;
}

/** A label that was bought. */
export interface Label {
  /** The provider's own name of the shipment, for its later calls. */
  id: string;
  /** The carrier's name for people. */
  carrier: string;
  /** null where the provider does not say it again. */
  service: string | null;
  trackingNumber: string | null;
  /** The carrier's page about it; null where the provider names none. */
  trackingUrl: string | null;
  /** The price that the provider says it took; null where it says none. */
  cost: Money | null;
}

/** The outcome of an order. */
export type Purchase =
  | { state: 'bought'; label: Label }
  /** It was taken on and is not decided: ask again by its reference, and buy nothing. */
  | { state: 'pending'; id: string }
  /** The reference is that of a shipment which is none of this order: nothing is bought by it. */
  | { state: 'taken' }
  /** The provider says that nothing was bought, and why; in an answer of success too. */
  | { state: 'refused'; words: string };

/** How far a parcel is. `announced` is the label alone; `moving` begins with the first scan. */
export const PARCEL_STATES = ['announced', 'moving', 'delivered', 'returned', 'lost', 'undeliverable', 'voided'] as const;
export type ParcelState = (typeof PARCEL_STATES)[number];

/** News of a provider about a parcel. */
export interface ParcelNews {
  /** The label's `id`; null where the provider names the tracking number alone. */
  id: string | null;
  reference: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
  /** null where this says nothing of where it is, as of an unknown code. */
  state: ParcelState | null;
  /** The state of a label that is to be void; null where nobody asked for that. */
  voiding: Voiding | null;
  /** When it came to be so; news that are older than what is known change nothing. */
  at: Date | null;
}

/** `asked`: taken on, and not settled: it is asked once a day. */
export type Voiding = 'asked' | 'done' | 'refused';

/**
 * A provider that carries parcels. Nothing is bought twice: before `buy`, and after one with an unknown outcome
 * (`ProviderFailed.isSettled` is false), the provider is asked with `findByReference`.
 */
export interface Carrier extends Connected {
  /** All that have a price, in whatever order; none where it goes nowhere. */
  offers(consignment: Consignment): Promise<Offer[]>;
  /** Buys a label. It is never repeated by itself. */
  buy(order: LabelOrder): Promise<Purchase>;
  /** The outcome of the order with this reference; null where the provider knows of none. @param since about when it was made */
  findByReference(reference: string, since: Date): Promise<Purchase | null>;
  /** The label as PDF. */
  labelPdf(id: string): Promise<Buffer>;
  /** Asks for a label to be void. @throws ProviderRefused with the provider's words */
  void(id: string): Promise<Exclude<Voiding, 'refused'>>;
  /** How far it is, asked of the provider; null where it does not know it. */
  parcel(label: Pick<Label, 'id' | 'trackingNumber'>): Promise<ParcelNews | null>;
  /** The news of an event, once its signature is verified; none of an event about something else. @throws EventRefused */
  event(event: RawEvent): ParcelNews[];
}
