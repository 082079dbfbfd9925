import { TransitionNotAllowed } from '#contexts/records/domain';
import { ADMINS, type Caller, changesOf, type IsState, NotFound, ValidationFailed } from '#platform/kernel';
import type { OwnerAddress } from './item.details.js';
import { MayOnlyWithdraw, NoSuchPayment, PaidThere } from './item.errors.js';
import { type ItemEvent, ownerKnows, statusChanged } from './item.events.js';
import { type HoldCommand, holdEnded, isHeld } from './item.hold.js';
import type { LeavingCommand } from './item.leaving.js';
import { type Guest, matchEnded } from './item.match.js';
import { type ProviderPaymentCommand, paid } from './item.paid-there.js';
import type { ParcelCommand } from './item.parcel.js';
import { mayBecome, paymentChanged, paymentFor, paymentWithdrawn, type Quote, type ReportPayment } from './item.payment.js';
import { type ItemState, type KnownItem, storageEnd } from './item.state.js';
import { ANSWERABLE, SHIPMENT_STATUSES, type ShipmentStatus } from './item.statuses.js';
import { allows, DAYS_TO_TAKE_BACK, leadsFrom, statusAfter } from './item.transitions.js';
import { type ItemStatus, type OwnerResponse, type Payment, type Shipment, UNKNOWN_SHIPMENT } from './item.values.js';
import { mergeOwner } from './owner.js';

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
  | ProviderPaymentCommand
  | { type: 'ReportShipment'; caller: Caller; status: ShipmentStatus; shipment: Partial<Shipment> }
  | { type: 'ReopenItem'; caller: Caller; reason: string; at: string }
  | { type: 'MatchItem'; caller: Caller; requestID: number; guest: Guest }
  | { type: 'UnmatchItem'; requestID: number }
  | { type: 'WriteToOwner'; caller: Caller; text: string | null }
  | { type: 'DeleteItem'; caller: Caller; at: string }
  /** Retention leaves what is on hold at the time. */
  | { type: 'EraseItem'; unlessHeldAt?: string }
  | HoldCommand
  | ParcelCommand
  | LeavingCommand
  | { type: 'ExpireItem'; at: string }
  | { type: 'ReportBounce'; contactEmail: string };

type Command<Type> = Extract<LifeCycleCommand, { type: Type }>;

function isShipped(status: ItemStatus): status is ShipmentStatus {
  return (SHIPMENT_STATUSES as readonly ItemStatus[]).includes(status);
}

/** @throws TransitionNotAllowed; ValidationFailed when there is no address to send it to */
export function recordResponse(command: Command<'RecordResponse'>, state: KnownItem): ItemEvent[] {
  const { response, address, at } = command;
  if (state.status === 'deleted') throw new NotFound('The item');
  const status = statusAfter(state, `response ${response}`, at, obstacleOf(state, at));
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

/** Collecting adds days; an item gets some again when its storage ended while it was to be sent. */
function storageEndAfter({ response, storageAfterItemStorageDays, at }: Command<'RecordResponse'>, state: KnownItem): string {
  if (response === 'ship') return state.regularEnd;
  if (response !== 'pickup') return state.storageExpiresAt;
  const regular = state.regularEnd > at ? state.regularEnd : storageEnd(at, DAYS_ONCE_REOPENED);
  return storageEnd(regular, storageAfterItemStorageDays);
}

/** @throws TransitionNotAllowed when it was not the owner's answer, or too long ago */
export function takeBackAnswer({ at }: Command<'TakeBackAnswer'>, state: KnownItem): ItemEvent[] {
  const status = statusAfter(state, 'take back', at);
  const storageExpiresAt = [state.storageExpiresAt, storageEnd(at, DAYS_TO_TAKE_BACK)].sort().at(-1)!;
  return [{ type: 'AnswerTakenBack', data: { storageExpiresAt } }, ownerKnows(statusChanged(state, status))];
}

/** @throws MayOnlyWithdraw; NoSuchPayment when none is open or paid (decisions.md, section 12) */
export function reportPayment({ caller, status, reference, url }: ReportPayment, state: KnownItem): ItemEvent[] {
  const onlyWithdraws = status === 'withdrawn' && reference === undefined && url === undefined;
  if (!onlyWithdraws && !(ADMINS as readonly string[]).includes(caller.role)) throw new MayOnlyWithdraw();
  if (state.status === 'deleted') throw new NotFound('The item');
  const { payment } = state;
  const paymentStatus = status ?? payment?.paymentStatus;
  if (!payment || !paymentStatus || !mayBecome(payment, paymentStatus)) {
    throw new NoSuchPayment(payment?.paymentStatus ?? null, paymentStatus ?? 'paid');
  }
  // A payment that staff say is paid was not paid there, unless they take the money that came there as it is.
  const isPaidElsewhere = status === 'paid' && payment.paymentStatus === 'open' && !payment.problem;
  const isElsewhere = reference !== undefined || isPaidElsewhere;
  if (isElsewhere && payment.provider && payment.paymentStatus === 'paid') throw new PaidThere(payment.provider);
  const now: Payment = {
    ...payment,
    paymentStatus,
    ...(isElsewhere && payment.provider && { provider: null, reference: null, problem: null }),
    ...(reference !== undefined && { reference }),
    ...(url !== undefined && { url }),
  };
  const isNews = (Object.keys(now) as (keyof Payment)[]).some((field) => now[field] !== payment[field]);
  if (payment.paymentStatus === 'open' && paymentStatus === 'paid') return paid(state, now);
  return isNews ? [paymentChanged(state, now)] : [];
}

/** Reporting the current status only updates the shipment. @throws TransitionNotAllowed */
export function reportShipment({ caller, status, shipment }: Command<'ReportShipment'>, state: KnownItem): ItemEvent[] {
  // Carriers may see only items that are shipped, so other items are not found.
  if (state.status === 'deleted' || (caller.role === 'carrier' && !isShipped(state.status))) throw new NotFound('The item');
  const moves = leadsFrom(state.status, `shipment ${status}`);
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

/** A reopened item is stored for at least this many days. */
const DAYS_ONCE_REOPENED = 7;

/** @throws TransitionNotAllowed when the item is not closed */
export function reopenItem({ reason, at }: Command<'ReopenItem'>, state: KnownItem): ItemEvent[] {
  if (state.status === 'deleted') throw new NotFound('The item');
  const status = statusAfter(state, 'reopen', at);
  const soonest = storageEnd(at, DAYS_ONCE_REOPENED);
  const storageExpiresAt = [state.storageExpiresAt, soonest].sort().at(-1)!;
  // Earlier releases left it open when the item left.
  const withdrawn = state.status === 'finished' || state.status === 'left-behind' ? paymentWithdrawn(state) : [];
  return [{ type: 'ItemReopened', data: { reason, storageExpiresAt } }, ...withdrawn, statusChanged(state, status)];
}

/** @throws NotFound when it is already deleted; TransitionNotAllowed when it is anonymized; ItemIsOnHold */
export function deleteItem(state: KnownItem, at: string): ItemEvent[] {
  if (state.status === 'deleted') throw new NotFound('The item');
  const status = statusAfter(state, 'delete', at);
  // A hold after its time ends with it.
  return [...holdEnded(state), ...paymentWithdrawn(state), statusChanged(state, status)];
}

/** Expires an item without a response within the storage time, or not collected within the collection window. */
export function expireItem(state: ItemState, at: string): ItemEvent[] {
  return state.status !== 'absent' && allows(state, 'expire', at) ? [statusChanged(state, 'expired')] : [];
}

/** Erases all personal data. A deleted item keeps its status. */
export function eraseItem(state: ItemState, unlessHeldAt?: string): ItemEvent[] {
  if (state.status === 'absent' || state.isErased) return [];
  if (unlessHeldAt !== undefined && isHeld(state, unlessHeldAt)) return [];
  const erased: ItemEvent = { type: 'PersonalDataErased', data: {} };
  if (!leadsFrom(state.status, 'erase')) return [erased];
  const unmatched: ItemEvent[] = state.match ? [{ type: 'ItemUnmatched', data: {} }] : [];
  return [...unmatched, ...paymentWithdrawn(state), erased, statusChanged(state, 'anonymized')];
}

/** An owner cannot be notified when the address does not exist. A bounce of an address corrected meanwhile is ignored. */
export function reportBounce(state: ItemState, contactEmail: string): ItemEvent[] {
  if (state.status === 'absent' || !leadsFrom(state.status, 'bounce') || state.details.owner.contactEmail !== contactEmail)
    return [];
  return [{ type: 'ContactBounced', data: { contact: 'contactEmail' } }, statusChanged(state, 'contact-missing')];
}
