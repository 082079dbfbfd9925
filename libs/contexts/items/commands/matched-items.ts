import { Injectable } from '@nestjs/common';
import type { Cause } from '#platform/event-store';
import type { Caller } from '#platform/kernel';
import type { Guest } from '../domain/item.match.js';
import { ItemExecutor } from './item.executor.js';

/** The item's side of a match with a Request, for the command on the Request to use within its own transaction. */
@Injectable()
export class MatchedItems {
  constructor(private readonly items: ItemExecutor) {}

  /** @throws NotFound when there is no such item in the caller's reach; ItemIsMatched */
  async match(caller: Caller, itemID: number, requestID: number, guest: Guest): Promise<void> {
    await this.items.decide({ caller, id: itemID }, () => ({ type: 'MatchItem', caller, requestID, guest }));
  }

  /** Takes back what the match gave; does nothing if the item is not matched to this Request. */
  async unmatch(groupID: number, itemID: number, requestID: number, cause: Cause): Promise<void> {
    await this.items.follow(groupID, itemID, cause, () => ({ type: 'UnmatchItem', requestID }));
  }

  /** Whether the item's owner is the guest of this Request because of their match. */
  async carriesGuest(groupID: number, itemID: number, requestID: number): Promise<boolean> {
    const state = await this.items.stateOf(groupID, itemID);
    return state.status !== 'absent' && state.match?.requestID === requestID && state.match.before !== null;
  }
}
