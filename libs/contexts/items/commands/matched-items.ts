import { Injectable } from '@nestjs/common';
import { type Cause, EventStore } from '#platform/event-store';
import { type Caller, Clock, sightOf } from '#platform/kernel';
import type { Guest } from '../domain/item.match.js';
import { itemStream } from '../item.stream.js';

/** The item's side of a match with a Request, for the command on the Request to use within its own transaction. */
@Injectable()
export class MatchedItems {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound when there is no such item in the caller's reach; ItemIsMatched */
  async match(caller: Caller, itemID: number, requestID: number, guest: Guest): Promise<void> {
    const of = itemStream.of(caller.group.id, itemID);
    const execution = { cause: caller, at: this.clock.now(), locationIDs: sightOf(caller) };
    await this.store.execute(of, { type: 'MatchItem', caller, requestID, guest }, execution);
  }

  /** Takes back what the match gave; does nothing if the item is not matched to this Request. */
  async unmatch(groupID: number, itemID: number, requestID: number, cause: Cause): Promise<void> {
    const of = itemStream.of(groupID, itemID);
    await this.store.execute(of, { type: 'UnmatchItem', requestID }, { cause, at: this.clock.now() });
  }

  /** Whether the item's owner is the guest of this Request because of their match. */
  async carriesGuest(groupID: number, itemID: number, requestID: number): Promise<boolean> {
    const state = await this.store.stateOf(itemStream.of(groupID, itemID));
    return state.status !== 'absent' && state.match?.requestID === requestID && state.match.before !== null;
  }
}
