import { Injectable } from '@nestjs/common';
import { EventStore, Histories } from '#platform/event-store';
import { type Caller, NotFound } from '#platform/kernel';
import type { ItemStatus } from '../domain/item.events.js';
import type { KnownItem } from '../domain/item.state.js';
import { itemStream } from '../item.stream.js';
import { ItemQueries } from './item.queries.js';

/** Reads an item from its events, for what its row does not contain. */
@Injectable()
export class ItemHistory {
  constructor(
    private readonly items: ItemQueries,
    private readonly store: EventStore,
    private readonly histories: Histories,
  ) {}

  /** @throws NotFound when it does not exist, is deleted, or the caller has no access to it */
  async stateOf(caller: Caller, itemID: number): Promise<KnownItem> {
    await this.items.one(caller, itemID);
    const state = await this.store.stateOf(itemStream.of(caller.group.id, itemID));
    if (state.status === 'absent') throw new NotFound('The item');
    return state;
  }

  /** When the item last came into each of its statuses. */
  async reached(caller: Caller, itemID: number): Promise<ReadonlyMap<ItemStatus, string>> {
    const reached = new Map<ItemStatus, string>();
    for await (const events of this.histories.pages(itemStream.of(caller.group.id, itemID), ['ItemStatusChanged']))
      for (const event of events) if (event.type === 'ItemStatusChanged') reached.set(event.data.status, event.at);
    return reached;
  }
}
