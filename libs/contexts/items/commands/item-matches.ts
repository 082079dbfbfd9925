import type { Cause } from '#platform/event-store';

/** A dependent of an item: the Request that it was matched to. */
export interface ItemMatches {
  /**
   * The item is not its owner's, or there no more: the Requests matched to it are looked into again (decisions.md, section 12).
   * @param isOthers whether it is offered to their guests no more
   */
  lost(groupID: number, itemID: number, isOthers: boolean, cause: Cause): Promise<void>;
}

/** Provided by a global module of a later context. */
export const ITEM_MATCHES = Symbol('item matches');
