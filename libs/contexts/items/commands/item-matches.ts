import type { Caller } from '#platform/kernel';

/** A dependent of an item's owner: the Request that it was matched to. */
export interface ItemMatches {
  /** The owner said that the item is not theirs: the Requests matched to it are looked into again (decisions.md, section 12). */
  lost(caller: Caller, itemID: number): Promise<void>;
}

/** Provided by a global module of a later context. */
export const ITEM_MATCHES = Symbol('item matches');
