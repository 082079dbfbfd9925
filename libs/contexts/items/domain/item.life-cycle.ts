import { TransitionNotAllowed } from '#contexts/records/domain';
import { type Caller, changesOf, type IsState, NotFound, ValidationFailed } from '#platform/kernel';
import type { OwnerAddress } from './item.details.js';
import type { ItemEvent, ItemStatus, OwnerResponse, Shipment } from './item.events.js';
import { type HoldCommand, holdEnded, isHeld, mustNotBeHeld } from './item.hold.js';
import type { LeavingCommand } from './item.leaving.js';
import { type Guest, matchEnded, statusWithoutGuest } from './item.match.js';
import { isWithdrawable, paymentChanged, paymentFor, paymentWithdrawn, type Quote, type ReportPayment } from './item.payment.js';
import { type ItemState, isFinal, isStillBounced, type KnownItem, ownerKnows, statusChanged, storageEnd } from './item.state.js';
import { canBeReached, mergeOwner } from './owner.js';

/** The statuses of a shipment, in their order (decisions.md, section 6). */
export const SHIPMENT_STATUSES = ['shipment-paid', 'pickup-scheduled', 'in-route', 'delivered'] as const;
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

export type LifeCycleCommand =
  | {
      type: 'RecordResponse';
      caller: Caller;
      response: OwnerResponse;
      address: Partial<OwnerAddress> | null;
      /** The Location's value at the time of the response. */
      storageAfterItemStorageDays: number;
      isState: IsState;
      /** The owner's price of sending it. */
      quote: Quote;
      at: string;
    }
  | { type: 'TakeBackAnswer'; caller: Caller; at: string }
  | ReportPayment
  | { type: 'ReportShipment'; caller: Caller; status: ShipmentStatus; shipment: Partial<Shipment> }
  | { type: 'ReopenItem'; caller: Caller; reason: string; at: string }
  | { type: 'MatchItem'; caller: Caller; requestID: number; guest: Guest }
  | { type: 'UnmatchItem'; requestID: number }
  | { type: 'WriteToOwner'; caller: Caller; text: string | null }
  | { type: 'DeleteItem'; caller: Caller; at: string }
  /** Retention leaves what is on hold at the time. */
  | { type: 'EraseItem'; unlessHeldAt?: string }
  | HoldCommand
  | LeavingCommand
  | { type: 'ExpireItem'; at: string }
  | { type: 'ReportBounce'; contactEmail: string };

type Command<Type> = Extract<LifeCycleCommand, { type: Type }>;

/** The status of the item after each response. */
export const STATUS_AFTER: Record<OwnerResponse, ItemStatus> = {
  pickup: 'pickup-by-guest',
  ship: 'shipment-paid',
  leave: 'left-behind',
  'not-mine': 'wrong-owner',
};

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

export const UNKNOWN_SHIPMENT: Shipment = { carrier: null, trackingNumber: null, labelUrl: null, cost: null };

/** The statuses in which an owner is asked for an answer. */
const ASKED: readonly ItemStatus[] = ['contact-missing', 'waiting-response'];
export const ANSWERABLE: readonly ItemStatus[] = [...ASKED, 'pickup-by-guest'];

/** The statuses of items that are still to be brought back to their owner. */
export const UNDER_WAY: readonly ItemStatus[] = [...ANSWERABLE, 'shipment-paid', 'pickup-scheduled', 'in-route'];

/** An owner may respond until the regular storage time ends (api-v2.md, storageAfterItemStorageDays). */
export function mayRespond({ status, storageExpiresAt }: Pick<KnownItem, 'status' | 'storageExpiresAt'>, at: string): boolean {
  return ASKED.includes(status) && at < storageExpiresAt;
}

function isShipped(status: ItemStatus): status is ShipmentStatus {
  return (SHIPMENT_STATUSES as readonly ItemStatus[]).includes(status);
}

/** Shipments move forward only; a step may be skipped. */
export function mayMove(from: ItemStatus, to: ShipmentStatus): boolean {
  return isShipped(from) && SHIPMENT_STATUSES.indexOf(from) < SHIPMENT_STATUSES.indexOf(to);
}

/** The status that a response leads to. The guest of a Request who says that it is not theirs leaves an item without a contact. */
export function statusAfter(response: OwnerResponse, state: KnownItem): ItemStatus {
  return (response === 'not-mine' && statusWithoutGuest(state)) || STATUS_AFTER[response];
}

/** @throws TransitionNotAllowed; ValidationFailed when there is no address to send it to */
export function recordResponse(command: Command<'RecordResponse'>, state: KnownItem): ItemEvent[] {
  const { response, address, at } = command;
  if (state.status === 'deleted') throw new NotFound('The item');
  if (response === 'leave') mustNotBeHeld(state, at);
  if (!mayAnswer(response, state, at)) {
    throw new TransitionNotAllowed('item', state.status, STATUS_AFTER[response], obstacleOf(state, at));
  }
  const owner = address ? mergeOwner(state.details.owner, { address }, command.isState, 'address') : state.details.owner;
  if (response === 'ship' && owner.address === null) {
    throw new ValidationFailed([{ field: 'address', code: 'required', message: 'Is required to ship the item.' }]);
  }
  const storageExpiresAt = storageEndAfter(command, state);
  const data = {
    response,
    ...(storageExpiresAt !== state.storageExpiresAt && { storageExpiresAt }),
    ...(address && { owner }),
    ...(response === 'leave' && { respondedAt: at }),
  };
  if (response === 'ship') {
    const payment = paymentFor(owner, command.quote, state);
    const isOpened = payment !== null && payment !== state.payment;
    if (payment) return [{ type: 'OwnerResponded', data }, ...(isOpened ? [paymentChanged(state, payment)] : [])];
  }
  const ends = response === 'not-mine' && state.match !== null;
  const status = statusAfter(response, state);
  return [
    { type: 'OwnerResponded', data },
    ...paymentWithdrawn(state),
    ...(ends ? [matchEnded(state)] : []),
    ...(status === state.status ? [] : [statusChanged(state, status)]),
  ];
}

/** The reason that an item takes no answer though its status allows one; null if the status does not. */
function obstacleOf({ status, storageExpiresAt, payment }: KnownItem, at: string): string | null {
  if (!ANSWERABLE.includes(status)) return null;
  if (at >= storageExpiresAt) return `An item that is ${status}, and whose storage time is over,`;
  return payment?.paymentStatus === 'open' ? `An item whose owner is to pay for the shipment` : null;
}

/**
 * A way back (decisions.md, section 12): until the carrier is booked, the owner may collect instead of receiving it, or the reverse; an
 * owner who was asked to pay may collect it, leave it, or have it sent elsewhere.
 */
export function mayAnswer(response: OwnerResponse, state: KnownItem, at: string): boolean {
  if (response === 'leave' && isHeld(state, at)) return false;
  if (response !== 'not-mine' && isWithdrawable(state.payment) && ANSWERABLE.includes(state.status)) {
    return at < state.storageExpiresAt;
  }
  if (state.payment?.paymentStatus === 'open') return false;
  if (mayRespond(state, at)) return true;
  if (response === 'pickup') return state.status === 'shipment-paid';
  return response === 'ship' && state.status === 'pickup-by-guest' && at < state.storageExpiresAt;
}

/** Collecting adds days; an item whose storage ended while it was to be sent gets some again. */
function storageEndAfter({ response, storageAfterItemStorageDays, at }: Command<'RecordResponse'>, state: KnownItem): string {
  if (response === 'ship') return state.regularEnd;
  if (response !== 'pickup') return state.storageExpiresAt;
  const regular = state.regularEnd > at ? state.regularEnd : storageEnd(at, DAYS_ONCE_REOPENED);
  return storageEnd(regular, storageAfterItemStorageDays);
}

/** So long may an owner take back that the item may stay, in days. */
const DAYS_TO_TAKE_BACK = 1;

/** Whether the owner, who left the item to the Location, may take that back. */
export function mayTakeBack({ status, leftAt }: Pick<KnownItem, 'status' | 'leftAt'>, at: string): boolean {
  return status === 'left-behind' && leftAt !== null && at < storageEnd(leftAt, DAYS_TO_TAKE_BACK);
}

/** @throws TransitionNotAllowed when it was not the owner's answer, or too long ago */
export function takeBackAnswer({ at }: Command<'TakeBackAnswer'>, state: KnownItem): ItemEvent[] {
  if (!mayTakeBack(state, at)) throw new TransitionNotAllowed('item', state.status, 'waiting-response');
  const storageExpiresAt = [state.storageExpiresAt, storageEnd(at, DAYS_TO_TAKE_BACK)].sort().at(-1)!;
  const waits = ownerKnows(statusChanged(state, statusOnceReopened(state)!));
  return [{ type: 'AnswerTakenBack', data: { storageExpiresAt } }, waits];
}

/** Reporting the current status only updates the shipment. @throws TransitionNotAllowed */
export function reportShipment({ caller, status, shipment }: Command<'ReportShipment'>, state: KnownItem): ItemEvent[] {
  // Carriers may see only items that are shipped, so other items are not found.
  if (state.status === 'deleted' || (caller.role === 'carrier' && !isShipped(state.status))) throw new NotFound('The item');
  const moves = mayMove(state.status, status);
  if (!moves && state.status !== status) throw new TransitionNotAllowed('item', state.status, status);
  const known = state.shipment ?? UNKNOWN_SHIPMENT;
  const news = changesOf(known, shipment);
  const isNews = Object.keys(news).length > 0;
  // A delivered parcel is over for its carrier: cost and number stay as they were when it arrived.
  if (isNews && caller.role === 'carrier' && state.status === 'delivered')
    throw new TransitionNotAllowed('item', state.status, status);
  return [
    ...(isNews ? [{ type: 'ShipmentReported', data: { shipment: { ...known, ...news } } } as const] : []),
    ...(moves ? [statusChanged(state, status)] : []),
  ];
}

/** The statuses from which staff may reopen an item (decisions.md, section 12). */
const REOPENABLE: readonly ItemStatus[] = ['left-behind', 'finished', 'expired', 'wrong-owner'];

/** A reopened item is stored for at least this many days. */
const DAYS_ONCE_REOPENED = 7;

/** The status of the item once it is reopened; null if it cannot be. */
export function statusOnceReopened(state: KnownItem): ItemStatus | null {
  if (!REOPENABLE.includes(state.status)) return null;
  const { owner } = state.details;
  return canBeReached(owner) && !isStillBounced(state, owner) ? 'waiting-response' : 'contact-missing';
}

/** @throws TransitionNotAllowed when the item is not closed */
export function reopenItem({ reason, at }: Command<'ReopenItem'>, state: KnownItem): ItemEvent[] {
  if (state.status === 'deleted') throw new NotFound('The item');
  const status = statusOnceReopened(state);
  if (status === null) throw new TransitionNotAllowed('item', state.status, 'waiting-response');
  const soonest = storageEnd(at, DAYS_ONCE_REOPENED);
  const storageExpiresAt = [state.storageExpiresAt, soonest].sort().at(-1)!;
  // Earlier releases left it open when the item left.
  const withdrawn = state.status === 'finished' || state.status === 'left-behind' ? paymentWithdrawn(state) : [];
  return [{ type: 'ItemReopened', data: { reason, storageExpiresAt } }, ...withdrawn, statusChanged(state, status)];
}

/** @throws NotFound when it is already deleted; TransitionNotAllowed when it is anonymized; ItemIsOnHold */
export function deleteItem(state: KnownItem, at: string): ItemEvent[] {
  if (state.status === 'deleted') throw new NotFound('The item');
  if (isFinal(state.status)) throw new TransitionNotAllowed('item', state.status, 'deleted');
  mustNotBeHeld(state, at);
  // One whose time is over ends with it.
  return [...holdEnded(state), statusChanged(state, 'deleted')];
}

/** Expires an item without a response within the storage time, or not collected within the collection window. */
export function expireItem(state: ItemState, at: string): ItemEvent[] {
  if (state.status === 'absent' || !EXPIRING.includes(state.status) || at < state.storageExpiresAt) return [];
  return isHeld(state, at) ? [] : [statusChanged(state, 'expired')];
}

/** Erases all personal data. A deleted item keeps its status. */
export function eraseItem(state: ItemState, unlessHeldAt?: string): ItemEvent[] {
  if (state.status === 'absent' || state.isErased) return [];
  if (unlessHeldAt !== undefined && isHeld(state, unlessHeldAt)) return [];
  const erased: ItemEvent = { type: 'PersonalDataErased', data: {} };
  if (state.status === 'deleted') return [erased];
  const unmatched: ItemEvent[] = state.match ? [{ type: 'ItemUnmatched', data: {} }] : [];
  return [...unmatched, erased, statusChanged(state, 'anonymized')];
}

/** An owner whose address does not exist cannot be notified. A bounce of an address corrected meanwhile is ignored. */
export function reportBounce(state: ItemState, contactEmail: string): ItemEvent[] {
  if (state.status !== 'waiting-response' || state.details.owner.contactEmail !== contactEmail) return [];
  return [{ type: 'ContactBounced', data: { contact: 'contactEmail' } }, statusChanged(state, 'contact-missing')];
}
