import type { Owner } from './item.details.js';
import type { ItemDetails } from './item.fields.js';
import type { Hold, ItemStatus, Payment, Shipment } from './item.values.js';
import { canBeReached, hasOtherContact } from './owner.js';

const DAY = 24 * 60 * 60 * 1000;

/** The state of an item after its events. */
export interface KnownItem {
  status: ItemStatus;
  /** The previous status, to which an expired item may return. */
  statusBefore: ItemStatus | null;
  locationID: string;
  details: ItemDetails;
  registeredAt: string;
  itemStorageDays: number;
  storageExpiresAt: string;
  /** When storage ends without the days to collect. */
  regularEnd: string;
  /** When the owner answered to leave it; null once its status is another. */
  leftAt: string | null;
  payment: Payment | null;
  shipment: Shipment | null;
  hold: Hold | null;
  /** Whether the owner's email address was rejected permanently and is still the same. */
  hasBounced: boolean;
  isErased: boolean;
  /** The Request it is matched to; `before` is what the guest's data replaced, null where they did not become the owner's. */
  match: { requestID: number; before: { owner: Owner; status: ItemStatus; hasBounced: boolean } | null } | null;
}

export type ItemState = { status: 'absent' } | KnownItem;

/** When storage ends: days of 24 hours from registration (decisions.md, section 6). */
export function storageEnd(registeredAt: string, days: number): string {
  return new Date(Date.parse(registeredAt) + days * DAY).toISOString();
}

/** Whether a message to this owner would bounce as before. */
export function isStillBounced({ hasBounced, details }: KnownItem, owner: Owner): boolean {
  return hasBounced && !hasOtherContact(details.owner, owner);
}

/** Whether messages to this owner would arrive. */
export function reaches(state: KnownItem, owner: Owner): boolean {
  return canBeReached(owner) && !isStillBounced(state, owner);
}

/** The status of an expired item once it is reactivated: the one it had, unless its owner can be contacted by now. */
export function statusOnceReactivated(state: KnownItem, owner = state.details.owner): ItemStatus {
  const before = state.statusBefore ?? 'contact-missing';
  return before === 'contact-missing' && reaches(state, owner) ? 'waiting-response' : before;
}

/** The status of an item that has lost the guest's data; null if it had none from a match. */
export function statusWithoutGuest({ match }: KnownItem): ItemStatus | null {
  if (!match?.before) return null;
  return match.before.status === 'wrong-owner' ? 'wrong-owner' : 'contact-missing';
}

/** The item with another owner. */
export function withOwner(state: KnownItem, owner: Owner): KnownItem {
  return { ...state, details: { ...state.details, owner } };
}
