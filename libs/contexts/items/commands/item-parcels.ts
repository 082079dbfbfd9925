import type { LocationRow } from '#contexts/locations';
import type { Money } from '#platform/kernel';
import type { OwnerAddress } from '../domain/item.details.js';
import type { ItemRow } from '../read-model/item.entity.js';

/** The price that a guest pays for a parcel, and how long it takes, as the carrier says. */
export interface ParcelPrice {
  price: Money;
  days: string | null;
}

/** Parcels of items, and what carriers take for them (decisions.md, section 14). */
export interface ItemParcels {
  /**
   * The guest's price of sending an item there, where that is the carrier's and the fee; it holds for 30 minutes. Null where none can be
   * had.
   * @throws Unavailable where the carrier's system does not answer
   */
  priceOf(item: ItemRow, location: LocationRow, address: Partial<OwnerAddress>): Promise<ParcelPrice | null>;
  /** Removes the labels of an item that is erased. @throws StorageUnavailable */
  forget(groupID: number, itemID: number): Promise<void>;
}

/** Provided by a global module of a later context. */
export const ITEM_PARCELS = Symbol('item parcels');
