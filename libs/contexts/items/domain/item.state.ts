import { type Owner, UNKNOWN_OWNER } from './item.details.js';
import {
  type Hold,
  type ItemEvent,
  type ItemStatus,
  type ItemStatusChanged,
  type Payment,
  type Shipment,
} from './item.events.js';
import { EMPTY_DETAILS, type ItemDetails } from './item.fields.js';
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

/** The event that the item has a new status. */
export function statusChanged(state: KnownItem, status: ItemStatus): ItemStatusChanged {
  return { type: 'ItemStatusChanged', data: { status, previousStatus: state.status, locationID: state.locationID } };
}

/** The same of an item when its owner needs no message about it. */
export function ownerKnows({ type, data }: ItemStatusChanged): ItemStatusChanged {
  return { type, data: { ...data, ownerKnows: true } };
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

function withOwner(state: KnownItem, owner: Owner): KnownItem {
  return { ...state, details: { ...state.details, owner } };
}

/** Applies an event to the item. */
export function evolve(state: ItemState, event: ItemEvent): ItemState {
  if (event.type === 'ItemRegistered') {
    const {
      locationID,
      languageID: _id,
      languageCode: _code,
      status,
      itemStorageDays,
      registeredAt,
      storageExpiresAt,
      untold: _untold,
      ...rest
    } = event.data;
    const details = { ...EMPTY_DETAILS, ...rest, owner: rest.owner ?? UNKNOWN_OWNER };
    const began = { registeredAt, itemStorageDays, storageExpiresAt, regularEnd: storageExpiresAt };
    const nothing = {
      statusBefore: null,
      leftAt: null,
      payment: null,
      shipment: null,
      hold: null,
      hasBounced: false,
      isErased: false,
      match: null,
    };
    return { status, locationID, details, ...began, ...nothing };
  }
  if (state.status === 'absent') return state;
  switch (event.type) {
    case 'ItemUpdated': {
      const { storageExpiresAt = state.storageExpiresAt, ...changes } = event.data;
      const details = { ...state.details, ...changes };
      const owner = details.owner ?? UNKNOWN_OWNER;
      const moved = Date.parse(storageExpiresAt) - Date.parse(state.storageExpiresAt);
      const regularEnd = new Date(Date.parse(state.regularEnd) + moved).toISOString();
      const ends = { storageExpiresAt, regularEnd };
      return { ...state, ...ends, details: { ...details, owner }, hasBounced: isStillBounced(state, owner) };
    }
    case 'ItemStatusChanged':
      // Set by staff, it is theirs to reopen.
      return {
        ...state,
        status: event.data.status,
        statusBefore: state.status,
        leftAt: event.data.status === 'left-behind' && state.status !== 'finished' ? state.leftAt : null,
      };
    case 'OwnerResponded': {
      const { storageExpiresAt = state.storageExpiresAt, owner = state.details.owner, respondedAt = null } = event.data;
      return { ...state, storageExpiresAt, leftAt: respondedAt, details: { ...state.details, owner: owner ?? UNKNOWN_OWNER } };
    }
    case 'ItemMatched': {
      const { requestID, owner } = event.data;
      const { status, hasBounced, details } = state;
      if (owner === undefined) return { ...state, match: { requestID, before: null } };
      const given = owner ?? UNKNOWN_OWNER;
      const before = { owner: details.owner, status, hasBounced };
      return { ...withOwner(state, given), hasBounced: isStillBounced(state, given), match: { requestID, before } };
    }
    case 'ItemUnmatched': {
      const before = state.match?.before;
      if (!before) return { ...state, match: null };
      // It may have expired since: it then returns to waiting for a contact, not to an answer that no longer counts.
      const statusBefore = state.statusBefore && 'contact-missing';
      return {
        ...withOwner(state, event.data.owner ?? UNKNOWN_OWNER),
        hasBounced: before.hasBounced,
        statusBefore,
        match: null,
      };
    }
    case 'PersonalDataErased':
      return { ...state, hold: null, isErased: true };
    case 'ItemHeld':
      return { ...state, hold: event.data };
    case 'HoldEnded':
      return { ...state, hold: null };
    case 'ShipmentReported':
      return { ...state, shipment: event.data.shipment };
    case 'ItemReopened':
    case 'AnswerTakenBack':
      return { ...state, storageExpiresAt: event.data.storageExpiresAt, regularEnd: event.data.storageExpiresAt };
    case 'ItemPaymentChanged': {
      const { locationID: _location, previousStatus: _previous, ...payment } = event.data;
      return { ...state, payment };
    }
    case 'ItemHandedOver':
    case 'ItemDisposedOf':
    case 'ContactCorrected':
    case 'OwnerWrittenTo':
      return state;
    case 'ContactBounced':
      return { ...state, hasBounced: true };
    default:
      return event satisfies never;
  }
}
