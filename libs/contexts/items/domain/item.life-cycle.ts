import { type Caller, changesOf, type IsState, NotFound, ValidationFailed } from '#platform/kernel';
import { TransitionNotAllowed } from './item.errors.js';
import type { ItemEvent, ItemStatus, OwnerAddress, OwnerResponse, Shipment } from './item.events.js';
import { type ItemState, isStillBounced, type KnownItem, statusChanged, storageEnd } from './item.state.js';
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
      /** Of the Location, as it stands when the owner answers. */
      storageAfterItemStorageDays: number;
      isState: IsState;
      at: string;
    }
  | { type: 'ReportShipment'; caller: Caller; status: ShipmentStatus; shipment: Partial<Shipment> }
  | { type: 'ReopenItem'; caller: Caller; reason: string; at: string }
  | { type: 'DeleteItem'; caller: Caller }
  | { type: 'EraseItem' }
  | { type: 'ExpireItem'; at: string }
  | { type: 'ReportBounce'; contactEmail: string };

type Command<Type> = Extract<LifeCycleCommand, { type: Type }>;

/** What each answer makes of the item. */
export const STATUS_AFTER: Record<OwnerResponse, ItemStatus> = {
  pickup: 'pickup-by-guest',
  ship: 'shipment-paid',
  leave: 'left-behind',
  'not-mine': 'wrong-owner',
};

/** The statuses that end with the storage time (decisions.md, section 6). */
export const EXPIRING: readonly ItemStatus[] = ['contact-missing', 'waiting-response', 'wrong-owner', 'pickup-by-guest'];

/** The statuses that are an end, from which personal data is kept for a Group's time (docs/adr/0015-erasure-of-personal-data.md). */
export const ENDED: readonly ItemStatus[] = ['delivered', 'left-behind', 'finished', 'expired', 'deleted'];

/** The statuses of items that are still at the Location and may be somebody's. */
export const STILL_THERE: readonly ItemStatus[] = [...EXPIRING, 'left-behind', 'expired'];

export const UNKNOWN_SHIPMENT: Shipment = { carrier: null, trackingNumber: null, labelUrl: null, cost: null };

/** An owner may answer until the regular storage time ends (api-v2.md, storageAfterItemStorageDays). */
export function mayRespond({ status, storageExpiresAt }: Pick<KnownItem, 'status' | 'storageExpiresAt'>, at: string): boolean {
  return (status === 'contact-missing' || status === 'waiting-response') && at < storageExpiresAt;
}

function isSent(status: ItemStatus): status is ShipmentStatus {
  return (SHIPMENT_STATUSES as readonly ItemStatus[]).includes(status);
}

/** Shipments move forward only; a step may be skipped. */
export function mayMove(from: ItemStatus, to: ShipmentStatus): boolean {
  return isSent(from) && SHIPMENT_STATUSES.indexOf(from) < SHIPMENT_STATUSES.indexOf(to);
}

/** The statuses that nothing leads out of (decisions.md, section 6). */
export function isFinal(status: ItemStatus): boolean {
  return status === 'deleted' || status === 'anonymized';
}

/** The statuses in which another way to reach the owner makes the item wait for an answer again (decisions.md, section 6). */
export function waitsForContact(status: ItemStatus): boolean {
  return status === 'contact-missing' || status === 'wrong-owner';
}

/** @throws TransitionNotAllowed; ValidationFailed when nothing says where to send it */
export function recordResponse(command: Command<'RecordResponse'>, state: KnownItem): ItemEvent[] {
  const { response, address, at } = command;
  if (state.status === 'deleted') throw new NotFound('The item');
  if (!mayRespond(state, at)) throw new TransitionNotAllowed(state.status, STATUS_AFTER[response]);
  const owner = address ? mergeOwner(state.details.owner, { address }, command.isState, 'address') : state.details.owner;
  if (response === 'ship' && owner.address === null) {
    throw new ValidationFailed([{ field: 'address', code: 'required', message: 'is needed to send the item.' }]);
  }
  const data = {
    response,
    ...(response === 'pickup' && { storageExpiresAt: storageEnd(state.storageExpiresAt, command.storageAfterItemStorageDays) }),
    ...(address && { owner }),
  };
  return [{ type: 'OwnerResponded', data }, statusChanged(state, STATUS_AFTER[response])];
}

/** The status it already has only brings news of the shipment. @throws TransitionNotAllowed */
export function reportShipment({ caller, status, shipment }: Command<'ReportShipment'>, state: KnownItem): ItemEvent[] {
  // A carrier knows of items that are sent, and learns of no others.
  if (state.status === 'deleted' || (caller.role === 'carrier' && !isSent(state.status))) throw new NotFound('The item');
  const moves = mayMove(state.status, status);
  if (!moves && state.status !== status) throw new TransitionNotAllowed(state.status, status);
  const known = state.shipment ?? UNKNOWN_SHIPMENT;
  const news = changesOf(known, shipment);
  return [
    ...(Object.keys(news).length > 0 ? [{ type: 'ShipmentReported', data: { shipment: { ...known, ...news } } } as const] : []),
    ...(moves ? [statusChanged(state, status)] : []),
  ];
}

/** The statuses that staff may bring back (decisions.md, section 12). */
const REOPENABLE: readonly ItemStatus[] = ['left-behind', 'finished', 'expired', 'wrong-owner'];

/** Storage ends no sooner than so many days after an item was reopened. */
const DAYS_ONCE_REOPENED = 7;

/** The status that an item has once it is reopened; null where it can't be. */
export function statusOnceReopened(state: KnownItem): ItemStatus | null {
  if (!REOPENABLE.includes(state.status)) return null;
  const { owner } = state.details;
  return canBeReached(owner) && !isStillBounced(state, owner) ? 'waiting-response' : 'contact-missing';
}

/** @throws TransitionNotAllowed from any other status than those that may be brought back */
export function reopenItem({ reason, at }: Command<'ReopenItem'>, state: KnownItem): ItemEvent[] {
  if (state.status === 'deleted') throw new NotFound('The item');
  const status = statusOnceReopened(state);
  if (status === null) throw new TransitionNotAllowed(state.status, 'waiting-response');
  const soonest = storageEnd(at, DAYS_ONCE_REOPENED);
  const storageExpiresAt = [state.storageExpiresAt, soonest].sort().at(-1)!;
  return [{ type: 'ItemReopened', data: { reason, storageExpiresAt } }, statusChanged(state, status)];
}

/** @throws NotFound when it is deleted already; TransitionNotAllowed when it is anonymized */
export function deleteItem(state: KnownItem): ItemEvent[] {
  if (state.status === 'deleted') throw new NotFound('The item');
  if (isFinal(state.status)) throw new TransitionNotAllowed(state.status, 'deleted');
  return [statusChanged(state, 'deleted')];
}

/** Nobody answered within the storage time, or it was not collected within the collection window. */
export function expireItem(state: ItemState, at: string): ItemEvent[] {
  if (state.status === 'absent' || !EXPIRING.includes(state.status) || at < state.storageExpiresAt) return [];
  return [statusChanged(state, 'expired')];
}

/** Nothing personal is kept. An item that was deleted stays so. */
export function eraseItem(state: ItemState): ItemEvent[] {
  if (state.status === 'absent' || state.isErased) return [];
  const erased: ItemEvent = { type: 'PersonalDataErased', data: {} };
  return state.status === 'deleted' ? [erased] : [erased, statusChanged(state, 'anonymized')];
}

/** An owner whose address does not exist cannot be told. An address that was corrected meanwhile has not bounced. */
export function reportBounce(state: ItemState, contactEmail: string): ItemEvent[] {
  if (state.status !== 'waiting-response' || state.details.owner.contactEmail !== contactEmail) return [];
  return [{ type: 'ContactBounced', data: { contact: 'contactEmail' } }, statusChanged(state, 'contact-missing')];
}
