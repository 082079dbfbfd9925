import type { Statement } from '#platform/database';

/** Contents of storage places. */
export interface StoredItems {
  /** The statement that counts the items in each of the places: neither finished, in route, delivered, deleted nor anonymized. */
  counting(groupID: number, placeIDs: readonly number[]): Statement<{ id: number; count: number }>;
}

/** Provided by a global module of a later context. */
export const STORED_ITEMS = Symbol('stored items');
