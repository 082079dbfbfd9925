import { ITEM_STATUSES, type ItemStatus, type Outcome, type PaymentStatus } from './item.values.js';

/** The statuses that staff set by hand (api-v2.md, Item status). */
export const STAFF_STATUSES = ['left-behind', 'finished'] as const;
export type StaffStatus = (typeof STAFF_STATUSES)[number];

/** The statuses of a shipment, in their order (decisions.md, section 6). */
export const SHIPMENT_STATUSES = ['shipment-paid', 'pickup-scheduled', 'in-route', 'delivered'] as const;
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

/** The statuses that an item never leaves (decisions.md, section 6). */
export function isFinal(status: ItemStatus): boolean {
  return status === 'deleted' || status === 'anonymized';
}

/** The statuses that an item may leave. */
export const LIVE: readonly ItemStatus[] = ITEM_STATUSES.filter((status) => !isFinal(status));

/** The statuses in which a new contact makes the item wait for a response again (decisions.md, section 6). */
export const WITHOUT_CONTACT: readonly ItemStatus[] = ['contact-missing', 'wrong-owner'];

/** The statuses in which an owner is asked for an answer. */
export const ASKED: readonly ItemStatus[] = ['contact-missing', 'waiting-response'];
export const ANSWERABLE: readonly ItemStatus[] = [...ASKED, 'pickup-by-guest'];

/** The statuses that end with the storage time (decisions.md, section 6). */
export const EXPIRING: readonly ItemStatus[] = ['contact-missing', 'waiting-response', 'wrong-owner', 'pickup-by-guest'];

/** The closed statuses, after which personal data is kept for the Group's retention time (docs/adr/0015-erasure-of-personal-data.md). */
export const ENDED: readonly ItemStatus[] = ['delivered', 'left-behind', 'finished', 'expired', 'deleted'];

/** The statuses in which an item lies nowhere at the Location any more (decisions.md, section 13, Storage places). */
export const LEFT: readonly ItemStatus[] = ['finished', 'in-route', 'delivered', 'deleted', 'anonymized'];

/** The statuses of items that are still at the Location and may belong to a guest who asks. */
export const AT_LOCATION: readonly ItemStatus[] = [...EXPIRING, 'left-behind', 'expired'];

/** The statuses in which an item waits for staff: for the hand-over, packing or a contact (decisions.md, section 13, Work list). */
export const WAITING_FOR_STAFF: readonly ItemStatus[] = ['pickup-by-guest', 'shipment-paid', 'contact-missing'];

/** The statuses of items that are still to be brought back to their owner. */
export const UNDER_WAY: readonly ItemStatus[] = [...ANSWERABLE, 'shipment-paid', 'pickup-scheduled', 'in-route'];

/** The outcome by status: none when it is only closed; null when the item is here again. */
export function outcomeOf(status: ItemStatus): Outcome | null | undefined {
  if (status === 'delivered') return 'shipped';
  return status === 'finished' || status === 'deleted' || status === 'anonymized' ? undefined : null;
}

/** Whether it was asked for and has not come: the desk sees to it (decisions.md, section 13, Work list). */
export function isUnpaid(status: PaymentStatus | null | undefined): boolean {
  return status === 'open' || status === 'failed';
}
