import { Injectable } from '@nestjs/common';
import { EventStore, Histories } from '#platform/event-store';
import { type Caller, NotFound } from '#platform/kernel';
import type { KnownItem } from '../domain/item.state.js';
import type { ItemStatus } from '../domain/item.values.js';
import { itemStream } from '../item.stream.js';
import type { ItemRow } from './item.entity.js';

/** Reads an item from its events, for what its row does not contain. */
@Injectable()
export class ItemHistory {
  constructor(
    private readonly store: EventStore,
    private readonly histories: Histories,
  ) {}

  /** The state of an item that was read for a caller. @throws NotFound when it has no events */
  async stateOf({ group_id, id }: Pick<ItemRow, 'group_id' | 'id'>): Promise<KnownItem> {
    const state = await this.store.stateOf(itemStream.of(group_id, id));
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
