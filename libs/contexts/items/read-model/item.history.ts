import { Injectable } from '@nestjs/common';
import { EventLog } from '#platform/event-store';
import { type Caller, NotFound } from '#platform/kernel';
import { itemDecider } from '../domain/item.decider.js';
import type { ItemEvent } from '../domain/item.events.js';
import type { ItemState, KnownItem } from '../domain/item.state.js';
import { ItemQueries } from './item.queries.js';

/** Reads an item from its own events, where its row does not tell enough. */
@Injectable()
export class ItemHistory {
  constructor(
    private readonly items: ItemQueries,
    private readonly log: EventLog,
  ) {}

  /** @throws NotFound when it does not exist, is deleted, or lies out of the caller's reach */
  async stateOf(caller: Caller, itemID: number): Promise<KnownItem> {
    await this.items.one(caller, itemID);
    const { events } = await this.log.read({ groupID: caller.group.id, type: 'item', id: itemID });
    const state = events.reduce<ItemState>(
      (known, event) => itemDecider.evolve(known, event as unknown as ItemEvent),
      itemDecider.initialState,
    );
    if (state.status === 'absent') throw new NotFound('The item');
    return state;
  }
}
