import type { Meanings } from '#platform/kernel';
import type { KnownItem } from './item.state.js';
import { isUnpaid } from './item.statuses.js';
import {
  type Disposal,
  type Handover,
  type Payment,
  type PaymentStatus,
  type Shipment,
  type ShipmentProblem,
  UNKNOWN_SHIPMENT,
} from './item.values.js';

/** The data of the events by which an item leaves: hand-over, disposal, parcel and its payment. */
export interface LeavingEvents {
  /** The item was handed over; `signature` is a PNG in base64. */
  ItemHandedOver: Handover & { signature: string | null };
  /** The item was disposed of. */
  ItemDisposedOf: Disposal;
  /** The complete shipment after an update; `problem` where that is another now. */
  ShipmentReported: { shipment: Shipment; problem?: ShipmentProblem | null };
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
}

/** The meaning of each. */
export const leavingEvents = {
  ItemHandedOver: {
    public: ['identification', 'markMatched'],
    state: (item) => item,
    row({ signature, ...handover }, { at }) {
      return { outcome: 'handed-over' as const, handover: { ...handover, hasSignature: signature !== null, at }, signature };
    },
    // Only that there is one: a signature is not kept here.
    stated: () => ({ outcome: 'handed-over', handover: true }),
  },
  ItemDisposedOf: {
    public: ['method'],
    state: (item) => item,
    row: (disposal, { at }) => ({ outcome: 'disposed' as const, disposal: { ...disposal, at } }),
    stated: () => ({ outcome: 'disposed', disposal: true }),
  },
  ShipmentReported: {
    public: ['problem'],
    // Earlier releases knew less of it; null: erased.
    state: (item, { shipment }) => ({ ...item, shipment: shipment && { ...UNKNOWN_SHIPMENT, ...shipment } }),
    row: ({ shipment, problem }, { at }) => ({ shipment, ...(problem !== undefined && { problemSince: problem && at }) }),
    stated: ({ shipment }) => ({ shipment }),
  },
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
} satisfies Meanings<KnownItem, LeavingEvents>;
