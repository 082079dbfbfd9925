import type { EventOf } from '#platform/kernel';
import type { Owner } from './item.details.js';
import type { ItemDetails } from './item.fields.js';

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
  /** `amount`: other money than was asked for has come. */
  problem?: 'amount' | null;
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

/** The data of the events of an item. */
export interface ItemEvents {
  ItemRegistered: ItemDetails & {
    locationID: string;
    languageID: number | null;
    languageCode: string | null;
    status: ItemStatus;
    /** The Location's storage days as they were at registration. */
    itemStorageDays: number;
    /** ISO 8601; the same moment as the event's. */
    registeredAt: string;
    storageExpiresAt: string;
    /** The owner is not written to before staff want it: imported without `notify`. */
    untold?: true;
  };
  /** Only changed fields; nested objects are complete. */
  ItemUpdated: Partial<ItemDetails> & { storageExpiresAt?: string };
  ItemStatusChanged: {
    status: ItemStatus;
    previousStatus: ItemStatus;
    locationID: string;
    /** The owner did it, or learns of it otherwise: an item that waits for the owner's answer needs no message. */
    ownerKnows?: boolean;
  };
  /** The owner's response and what it changed besides the status. */
  OwnerResponded: {
    response: OwnerResponse;
    /** Extended by the collection window of a `pickup`. */
    storageExpiresAt?: string;
    /** Including the address given with the response. */
    owner?: Owner;
    /** ISO 8601; of `leave`, which the owner may take back. */
    respondedAt?: string;
  };
  /** The owner took back that the item may stay; there is time enough to answer again. */
  AnswerTakenBack: { storageExpiresAt: string };
  /** The contact that the owner is written to is another now. */
  ContactCorrected: { contact: 'contactEmail' | 'phoneNumber'; locationID: string };
  /** The complete payment after it was opened, withdrawn, or reported to be paid, failed or refunded. */
  ItemPaymentChanged: Payment & {
    locationID: string;
    /** Null where there was none; earlier events don't say. */
    previousStatus?: PaymentStatus | null;
  };
  /** Its provider gave money back: staff wanted so, for a reason; or it had come for a payment that was withdrawn. */
  MoneyReturned: { locationID: string; amount: number; currency: string; reason: string | null };
  /** The complete shipment after an update; `problem` where that is another now. */
  ShipmentReported: { shipment: Shipment; problem?: ShipmentProblem | null };
  /** The owner's email address does not exist: the recipient's server rejected it permanently. */
  ContactBounced: { contact: 'contactEmail' };
  /** A Request was matched to the item; `owner` where the guest's data became the owner's. */
  ItemMatched: { requestID: number; owner?: Owner };
  /** The item belongs to no Request any more; `owner` as it was before the match gave another. */
  ItemUnmatched: { owner?: Owner };
  /** Staff reopened the item; its storage time was extended where it would have ended too soon. */
  ItemReopened: { reason: string; storageExpiresAt: string };
  /** Staff put the item on hold, or changed why or until when. */
  ItemHeld: Hold;
  /** The hold has ended: staff ended it, or its time is over. */
  HoldEnded: Record<string, never>;
  /** The item was handed over; `signature` is a PNG in base64. */
  ItemHandedOver: Handover & { signature: string | null };
  /** The item was disposed of. */
  ItemDisposedOf: Disposal;
  /** Staff had the owner written to: the message of the status again, or a text of their own. */
  OwnerWrittenTo: {
    locationID: string;
    message: OwnerMessage;
    /** In staff's own words; null for the message of the status. */
    text: string | null;
  };
  /** The subject's key is destroyed: personal data in earlier events reads as null from now on. */
  PersonalDataErased: Record<string, never>;
}

export type ItemEvent = EventOf<ItemEvents>;
export type ItemStatusChanged = EventOf<ItemEvents, 'ItemStatusChanged'>;
