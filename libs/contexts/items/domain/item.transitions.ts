import { STAFF_STATUSES, type StaffStatus, statusOnceReactivated } from './item.decider.js';
import { type ItemStatus, OWNER_RESPONSES, type OwnerResponse } from './item.events.js';
import { isHeld } from './item.hold.js';
import {
  mayAnswer,
  mayMove,
  SHIPMENT_STATUSES,
  type ShipmentStatus,
  statusAfter,
  statusOnceReopened,
} from './item.life-cycle.js';
import { isPayable, isSentAtOnce, type Quote } from './item.payment.js';
import { isFinal, type KnownItem, waitsForContact } from './item.state.js';

/** A status that an item can change to, and the action of staff that does it. */
export type ItemStep = { status: ItemStatus } & (
  | { by: 'status'; set: StaffStatus }
  | { by: 'response'; response: OwnerResponse }
  | { by: 'shipment'; set: ShipmentStatus }
  | { by: 'update'; of: 'owner' | 'customStorageDays' }
  | { by: 'reopen' }
  | { by: 'payment' }
  | { by: 'delete' }
);

/**
 * The statuses that an item can change to through the API, each once; changes made by time alone are not included.
 * @param quote what sending it costs: where its owner pays, "send it to me" opens a payment and leaves the status
 */
export function nextSteps(item: KnownItem, quote: Quote, at: string): ItemStep[] {
  const steps: ItemStep[] = [];
  const isFree = !isFinal(item.status) && !isHeld(item, at);
  if (isFree) {
    for (const set of STAFF_STATUSES) if (set !== item.status) steps.push({ status: set, by: 'status', set });
  }
  for (const response of OWNER_RESPONSES) {
    if (response === 'ship' && !isSentAtOnce(item, quote)) continue;
    const status = statusAfter(response, item);
    if (status !== item.status && mayAnswer(response, item, at)) steps.push({ status, by: 'response', response });
  }
  if (item.payment?.paymentStatus === 'open' && isPayable(item)) steps.push({ status: 'shipment-paid', by: 'payment' });
  for (const set of SHIPMENT_STATUSES) if (mayMove(item.status, set)) steps.push({ status: set, by: 'shipment', set });
  if (waitsForContact(item.status)) {
    steps.push({ status: 'waiting-response', by: 'update', of: 'owner' });
  }
  if (item.status === 'expired') {
    steps.push({ status: statusOnceReactivated(item, item.details.owner), by: 'update', of: 'customStorageDays' });
  }
  const reopened = statusOnceReopened(item);
  if (reopened) steps.push({ status: reopened, by: 'reopen' });
  if (isFree) steps.push({ status: 'deleted', by: 'delete' });
  return steps.filter(({ status }, index) => steps.findIndex((step) => step.status === status) === index);
}
