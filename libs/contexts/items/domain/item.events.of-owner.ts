import type { Meanings } from '#platform/kernel';
import { type Owner, UNKNOWN_OWNER } from './item.details.js';
import { storedUntil } from './item.events.of-staff.js';
import { itemFields } from './item.fields.js';
import type { KnownItem } from './item.state.js';
import { isUnpaid } from './item.statuses.js';
import {
  type OwnerMessage,
  type OwnerResponse,
  type Payment,
  type PaymentStatus,
  type Shipment,
  type ShipmentProblem,
  UNKNOWN_SHIPMENT,
} from './item.values.js';

const { withoutErased } = itemFields;

/** The data of the events between an item and its owner: answers, messages, payment and parcel. */
export interface OwnerEvents {
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
  /** The owner's email address does not exist: the recipient's server rejected it permanently. */
  ContactBounced: { contact: 'contactEmail' };
  /** The contact that the owner is written to is another now. */
  ContactCorrected: { contact: 'contactEmail' | 'phoneNumber'; locationID: string };
  /** Staff had the owner written to: the message of the status again, or a text of their own. */
  OwnerWrittenTo: {
    locationID: string;
    message: OwnerMessage;
    /** In staff's own words; null for the message of the status. */
    text: string | null;
  };
  /** The complete payment after it was opened, withdrawn, or reported to be paid, failed or refunded. */
  ItemPaymentChanged: Payment & {
    locationID: string;
    /** Null where there was none; earlier events don't say. */
    previousStatus?: PaymentStatus | null;
  };
  /** Its provider gave money back: staff wanted so, for a reason; or it had come for a payment that was withdrawn. */
  MoneyReturned: { locationID: string; amount: number; currency: string; reason: string | null };
  /** Money could not be given back, or came back from the bank days later: staff see to it. */
  RefundFailed: { locationID: string; amount: number; currency: string };
  /** The complete shipment after an update; `problem` where that is another now. */
  ShipmentReported: { shipment: Shipment; problem?: ShipmentProblem | null };
}

/** The meaning of each. */
export const ownerEvents = {
  OwnerResponded: {
    public: ['response', 'storageExpiresAt', 'respondedAt'],
    state(item, { storageExpiresAt = item.storageExpiresAt, owner = item.details.owner, respondedAt = null }) {
      return { ...item, storageExpiresAt, leftAt: respondedAt, details: { ...item.details, owner: owner ?? UNKNOWN_OWNER } };
    },
    row: ({ response: _response, respondedAt: _at, ...changed }) => withoutErased(changed),
  },
  AnswerTakenBack: { public: ['storageExpiresAt'], state: storedUntil, row: (data) => data },
  ContactBounced: { public: ['contact'], state: (item) => ({ ...item, hasBounced: true }), row: () => ({}) },
  ContactCorrected: { public: ['contact', 'locationID'], state: (item) => item, row: () => ({}) },
  OwnerWrittenTo: { public: ['locationID', 'message'], state: (item) => item, row: () => ({}) },
  ItemPaymentChanged: {
    public: [
      ...(['paymentStatus', 'amount', 'currency', 'locationID', 'previousStatus'] as const),
      ...(['provider', 'problem', 'refunded'] as const),
    ],
    state: (item, { locationID: _location, previousStatus: _previous, ...payment }) => ({ ...item, payment }),
    row({ locationID: _location, previousStatus, ...payment }, { at }) {
      const isNow = isUnpaid(payment.paymentStatus);
      return { payment, ...(isNow === isUnpaid(previousStatus) ? {} : { unpaidSince: isNow ? at : null }) };
    },
  },
  MoneyReturned: { public: ['locationID', 'amount', 'currency'], state: (item) => item, row: () => ({}), stated: () => ({}) },
  RefundFailed: { public: ['locationID', 'amount', 'currency'], state: (item) => item, row: () => ({}), stated: () => ({}) },
  ShipmentReported: {
    public: ['problem'],
    // Earlier releases knew less of it; null: erased.
    state: (item, { shipment }) => ({ ...item, shipment: shipment && { ...UNKNOWN_SHIPMENT, ...shipment } }),
    row: ({ shipment, problem }, { at }) => ({ shipment, ...(problem !== undefined && { problemSince: problem && at }) }),
    stated: ({ shipment }) => ({ shipment }),
  },
} satisfies Meanings<KnownItem, OwnerEvents>;
