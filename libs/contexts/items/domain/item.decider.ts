import { LocationDeactivated, TransitionNotAllowed } from '#contexts/records/domain';
import type { Decider } from '#platform/event-store';
import { type Caller, changesOf, type IsState, NotFound, reaches, UnknownReferences } from '#platform/kernel';
import { type Dimensions, type Shipping, UNKNOWN_OWNER } from './item.details.js';
import { ItemIsFinal } from './item.errors.js';
import { type ItemEvent, itemEvents, statusChanged } from './item.events.js';
import { type ItemDetails, itemFields } from './item.fields.js';
import { endHold, endHoldInTime, holdItem } from './item.hold.js';
import { disposeOf, handOver } from './item.leaving.js';
import {
  deleteItem,
  eraseItem,
  expireItem,
  type LifeCycleCommand,
  recordResponse,
  reopenItem,
  reportBounce,
  reportPayment,
  reportShipment,
  takeBackAnswer,
} from './item.life-cycle.js';
import { matchItem, unmatchItem } from './item.match.js';
import { writeToOwner } from './item.messages.js';
import { checkFoundAt, checkOwnFind } from './item.own-finds.js';
import { followProvider, isFromProvider } from './item.paid-there.js';
import { bookLabel, reportParcel, voidLabel } from './item.parcel.js';
import { paymentWithdrawn } from './item.payment.js';
import { type ChangePhotos, changePhotos, photosWith } from './item.photos.js';
import { type ItemState, type KnownItem, statusOnceReactivated, storageEnd } from './item.state.js';
import { LEFT, type StaffStatus } from './item.statuses.js';
import { leadsFrom, statusAfter } from './item.transitions.js';
import type { ItemStatus } from './item.values.js';
import { canBeReached, correctedContact, hasNewContact, mergeOwner, type OwnerChanges } from './owner.js';

/** Shipping as a request gives it; dimensions replace the stored ones as a whole, because they belong together. */
export interface ShippingChanges {
  weight?: { ID: number } | null;
  dimensions?: Dimensions | null;
}

/** The fields of an item in a request: omitted fields keep their value, null clears it. */
export type ItemChanges = Partial<Omit<ItemDetails, 'owner' | 'shipping' | 'photos'>> & {
  owner?: OwnerChanges;
  shipping?: ShippingChanges;
};

export type NewItem = ItemChanges & Pick<ItemDetails, 'item' | 'location' | 'departuredDate'>;

interface Update {
  caller: Caller;
  changes: ItemChanges;
  /** The Location of the storage place that is given, where the caller reaches it. */
  storedAt?: string | undefined;
  isState: IsState;
  at: string;
}

export type ItemCommand =
  | {
      type: 'RegisterItem';
      item: NewItem;
      location: { locationID: string; active: boolean; itemStorageDays: number };
      language: { id: number; code: string } | null;
      /** Whether the owner is not written to before staff want it. */
      untold?: boolean;
      isState: IsState;
      at: string;
    }
  | ({ type: 'UpdateItem' } & Update)
  | ({ type: 'UpdateOwnFind' } & Update)
  | { type: 'StoreItem'; caller: Caller; storagePlaceID: number; storedAt: string }
  | ChangePhotos
  | { type: 'ChangeItemStatus'; caller: Caller; status: StaffStatus; at: string }
  | LifeCycleCommand;

/** The rules of an item (api-v2.md, Item and Item status; decisions.md, section 6). */
export const itemDecider: Decider<ItemState, ItemCommand, ItemEvent> = {
  initialState: { status: 'absent' },
  evolve: itemEvents.evolve,
  decide(command, state) {
    if (command.type === 'RegisterItem') return register(command);
    if (command.type === 'ExpireItem') return expireItem(state, command.at);
    if (command.type === 'EraseItem') return eraseItem(state, command.unlessHeldAt);
    if (command.type === 'EndHoldInTime') return endHoldInTime(state, command.at);
    if (command.type === 'ReportBounce') return reportBounce(state, command.contactEmail);
    if (isFromProvider(command)) return state.status === 'absent' ? [] : followProvider(command, state);
    if (command.type === 'BookLabel') return bookLabel(state, command.shipment, command.at);
    if (command.type === 'VoidLabel') return voidLabel(state, command.at);
    if (command.type === 'ReportParcel') return reportParcel(state, command.report);
    // A caller who may change the Request may take back its match, wherever the item is.
    if (command.type === 'UnmatchItem') return state.status === 'absent' ? [] : unmatchItem(command.requestID, state);
    if (state.status === 'absent' || !reaches(command.caller, state.locationID)) throw new NotFound('The item');
    switch (command.type) {
      case 'UpdateItem':
        return update(command, state);
      case 'UpdateOwnFind':
        checkOwnFind(state, command.at);
        return update(command, state);
      case 'StoreItem':
        return store(command, state);
      case 'ChangePhotos':
        return changePhotos(command, state);
      case 'ChangeItemStatus':
        return changeStatus(command, state);
      case 'RecordResponse':
        return recordResponse(command, state);
      case 'ReportShipment':
        return reportShipment(command, state);
      case 'TakeBackAnswer':
        return takeBackAnswer(command, state);
      case 'ReportPayment':
        return reportPayment(command, state);
      case 'ReopenItem':
        return reopenItem(command, state);
      case 'MatchItem':
        return matchItem(command.requestID, command.guest, state);
      case 'WriteToOwner':
        return writeToOwner(command.text, state);
      case 'HoldItem':
        return holdItem(command, state);
      case 'EndHold':
        return endHold(state);
      case 'HandOverItem':
        return handOver(command, state);
      case 'DisposeOfItem':
        return disposeOf(command, state);
      case 'DeleteItem':
        return deleteItem(state, command.at);
      default:
        return command satisfies never;
    }
  },
};

function register(command: Extract<ItemCommand, { type: 'RegisterItem' }>): ItemEvent[] {
  const { item, location, language, untold, isState, at } = command;
  if (!location.active) throw new LocationDeactivated('item', location.locationID);
  checkFoundAt(item.foundAt, at);
  const owner = mergeOwner(UNKNOWN_OWNER, item.owner ?? {}, isState);
  const { itemStorageDays } = location;
  const { empty } = itemFields;
  return [
    {
      type: 'ItemRegistered',
      data: {
        locationID: location.locationID,
        ...empty,
        ...changesOf(empty, { ...item, owner, shipping: mergeShipping(empty.shipping, item.shipping ?? {}) }),
        languageID: language?.id ?? null,
        languageCode: language?.code ?? null,
        status: canBeReached(owner) ? 'waiting-response' : 'contact-missing',
        itemStorageDays,
        registeredAt: at,
        storageExpiresAt: storageEnd(at, item.customStorageDays ?? itemStorageDays),
        ...(untold && { untold }),
      },
    },
  ];
}

function update({ changes, isState, at, storedAt }: Update, state: KnownItem): ItemEvent[] {
  if (state.status === 'deleted') throw new NotFound('The item');
  if (state.status === 'anonymized') throw new ItemIsFinal(state.status);
  checkFoundAt(changes.foundAt, at);
  if (changes.storagePlaceID != null && storedAt !== state.locationID) throw new UnknownReferences(['storagePlaceID']);
  const { details } = state;
  const changed = changesOf(details, {
    ...changes,
    owner: changes.owner && mergeOwner(details.owner, changes.owner, isState),
    shipping: changes.shipping && mergeShipping(details.shipping, changes.shipping),
  } as Partial<ItemDetails>);
  if (Object.keys(changed).length === 0) return [];
  if (changed.imageUrl !== undefined) changed.photos = photosWith(changed.imageUrl, state, at);
  const moved = movedStorageEnd(changed, state);
  const events: ItemEvent[] = [{ type: 'ItemUpdated', data: { ...changed, ...(moved && { storageExpiresAt: moved }) } }];
  const status = statusAfterUpdate(state, { ...details, ...changed }, moved ?? state.storageExpiresAt, at);
  if (status !== state.status) return [...events, statusChanged(state, status)];
  const contact = status === 'waiting-response' ? correctedContact(details.owner, changed.owner ?? details.owner) : null;
  if (contact === null) return events;
  return [...events, { type: 'ContactCorrected', data: { contact, locationID: state.locationID } }];
}

/** Puts the item into a storage place of its Location. @throws NotFound; TransitionNotAllowed when it has left; UnknownReferences */
function store({ storagePlaceID, storedAt }: Extract<ItemCommand, { type: 'StoreItem' }>, state: KnownItem): ItemEvent[] {
  if (state.status === 'deleted') throw new NotFound('The item');
  if (storedAt !== state.locationID) throw new UnknownReferences(['itemIDs']);
  if (LEFT.includes(state.status)) throw new TransitionNotAllowed('item', state.status, 'stored');
  return state.details.storagePlaceID === storagePlaceID ? [] : [{ type: 'ItemUpdated', data: { storagePlaceID } }];
}

/** The end of storage moves with `customStorageDays`; the days added for collection are kept. */
function movedStorageEnd(changed: Partial<ItemDetails>, state: KnownItem): string | null {
  if (changed.customStorageDays === undefined) return null;
  const days = (custom: number | null) => custom ?? state.itemStorageDays;
  const shift = days(changed.customStorageDays) - days(state.details.customStorageDays);
  return storageEnd(state.storageExpiresAt, shift);
}

/** A new contact makes the item wait for a response again; extended storage reactivates an expired item. */
function statusAfterUpdate(state: KnownItem, details: ItemDetails, storageExpiresAt: string, at: string): ItemStatus {
  const contactAdded = hasNewContact(state.details.owner, details.owner);
  if (contactAdded && leadsFrom(state.status, 'update owner')) return 'waiting-response';
  if (!leadsFrom(state.status, 'update customStorageDays') || storageExpiresAt <= at) return state.status;
  return statusOnceReactivated(state, details.owner);
}

function changeStatus({ status, at }: Extract<ItemCommand, { type: 'ChangeItemStatus' }>, state: KnownItem): ItemEvent[] {
  if (state.status === status) return [];
  return [...paymentWithdrawn(state), statusChanged(state, statusAfter(state, `status ${status}`, at))];
}

function mergeShipping(stored: Shipping, changes: ShippingChanges): Shipping {
  return {
    weight: changes.weight === undefined ? stored.weight : changes.weight,
    dimensions: changes.dimensions === undefined ? stored.dimensions : changes.dimensions,
  };
}
