import { declareEvents, type EventOf } from '#platform/kernel';
import { UNKNOWN_OWNER } from './item.details.js';
import { type LeavingEvents, leavingEvents } from './item.events.of-leaving.js';
import { type OwnerEvents, ownerEvents } from './item.events.of-owner.js';
import { type ItemDetails, itemFields } from './item.fields.js';
import { isStillBounced, type KnownItem } from './item.state.js';
import { outcomeOf, WAITING_FOR_STAFF } from './item.statuses.js';
import type { Hold, ItemStatus } from './item.values.js';

/** The fields of an item that has not left. */
const HERE = { outcome: null, handover: null, disposal: null, signature: null };

const NO_HOLD = { hold: null, heldUntil: null };

const { withoutErased } = itemFields;

/** The data of the events of an item. */
export interface ItemEvents extends LeavingEvents, OwnerEvents {
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
  /** Staff put the item on hold, or changed why or until when. */
  ItemHeld: Hold;
  /** The hold has ended: staff ended it, or its time is over. */
  HoldEnded: Record<string, never>;
  /** The subject's key is destroyed: personal data in earlier events reads as null from now on. */
  PersonalDataErased: Record<string, never>;
}

export type ItemEvent = EventOf<ItemEvents>;
export type ItemStatusChanged = EventOf<ItemEvents, 'ItemStatusChanged'>;

/**
 * The meaning of each event of an item: its effect on the item and on its row, what is not sealed, what the list of changes states. The
 * API's document lists them in this order.
 */
export const itemEvents = declareEvents<KnownItem, ItemEvents>()('ItemRegistered', {
  ItemRegistered: {
    public: [
      ...itemFields.public,
      ...([
        'locationID',
        'languageID',
        'languageCode',
        'status',
        'itemStorageDays',
        'registeredAt',
        'storageExpiresAt',
        'untold',
      ] as const),
    ],
    state(_none, { languageID: _id, languageCode: _code, untold: _untold, ...item }) {
      const { locationID, status, itemStorageDays, registeredAt, storageExpiresAt, ...rest } = item;
      const details = { ...itemFields.empty, ...rest, owner: rest.owner ?? UNKNOWN_OWNER };
      const began = { registeredAt, itemStorageDays, storageExpiresAt, regularEnd: storageExpiresAt };
      const nothing = { statusBefore: null, leftAt: null, payment: null, shipment: null, hold: null, match: null };
      return { status, locationID, details, ...began, ...nothing, hasBounced: false, isErased: false };
    },
    row: ({ itemStorageDays: _days, registeredAt: _at, untold: _untold, ...details }, { actor, at }) => ({
      ...withoutErased(details),
      shipment: null,
      requestID: null,
      payment: null,
      ...NO_HOLD,
      ...HERE,
      ...waiting(details.status, at),
      unpaidSince: null,
      problemSince: null,
      registeredBy: actor.type === 'user' ? actor.userID : null,
      registeredByToken: actor.type === 'integration' ? actor.tokenID : null,
      erased: false,
    }),
  },
  ItemStatusChanged: {
    public: ['status', 'previousStatus', 'locationID', 'ownerKnows'],
    // Set by staff, it is theirs to reopen.
    state: (item, { status }) => ({
      ...item,
      status,
      statusBefore: item.status,
      leftAt: status === 'left-behind' && item.status !== 'finished' ? item.leftAt : null,
    }),
    row({ status }, { at }) {
      const outcome = outcomeOf(status);
      return { status, ...waiting(status, at), ...(outcome !== undefined && { ...HERE, outcome }) };
    },
    stated(data) {
      const outcome = outcomeOf(data.status);
      if (outcome === undefined) return data;
      return { ...data, outcome: outcome ?? undefined, handover: undefined, disposal: undefined };
    },
  },
  ...leavingEvents,
  ItemHeld: {
    public: ['until', 'since'],
    state: (item, hold) => ({ ...item, hold }),
    row: (hold) => ({ hold, heldUntil: hold.until ?? 'infinity' }),
    stated: ({ reason }) => ({ hold: reason }),
  },
  HoldEnded: {
    public: [],
    state: (item) => ({ ...item, hold: null }),
    row: () => NO_HOLD,
    stated: () => ({ hold: undefined }),
  },
  PersonalDataErased: {
    public: [],
    state: (item) => ({ ...item, hold: null, isErased: true }),
    row: () => ({
      ...itemFields.erased,
      handover: null,
      disposal: null,
      signature: null,
      shipment: null,
      payment: null,
      unpaidSince: null,
      problemSince: null,
      ...NO_HOLD,
      erased: true,
    }),
    stated: () => ({ erased: true }),
  },
  ItemUpdated: {
    public: [...itemFields.public, 'storageExpiresAt'],
    state(item, { storageExpiresAt = item.storageExpiresAt, ...changes }) {
      const details = { ...item.details, ...changes };
      const owner = details.owner ?? UNKNOWN_OWNER;
      const moved = Date.parse(storageExpiresAt) - Date.parse(item.storageExpiresAt);
      const regularEnd = new Date(Date.parse(item.regularEnd) + moved).toISOString();
      const ends = { storageExpiresAt, regularEnd };
      return { ...item, ...ends, details: { ...details, owner }, hasBounced: isStillBounced(item, owner) };
    },
    row: withoutErased,
  },
  ...ownerEvents,
});

/** The event that the item has a new status. */
export function statusChanged(state: KnownItem, status: ItemStatus): ItemStatusChanged {
  return { type: 'ItemStatusChanged', data: { status, previousStatus: state.status, locationID: state.locationID } };
}

/** The same of an item when its owner needs no message about it. */
export function ownerKnows({ type, data }: ItemStatusChanged): ItemStatusChanged {
  return { type, data: { ...data, ownerKnows: true } };
}

function waiting(status: ItemStatus, at: string) {
  return { waitingSince: WAITING_FOR_STAFF.includes(status) ? at : null };
}
