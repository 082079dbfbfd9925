import { Injectable } from '@nestjs/common';
import { OnRecord, OnRecordWith, RecordExecutor } from '#contexts/records';
import { EventStore } from '#platform/event-store';
import { Images } from '#platform/images';
import { Clock } from '#platform/kernel';
import type { ItemCommand } from '../domain/item.decider.js';
import type { ItemEvent } from '../domain/item.events.js';
import type { ItemState } from '../domain/item.state.js';
import { ITEMS } from '../item.stream.js';
import { ItemQueries, type ItemRow } from '../read-model/item.queries.js';

/** A command on a registered item. */
export class OnItem extends OnRecord<ItemRow> {}

/** One that says more than which item. */
export class OnItemWith<Given> extends OnRecordWith<ItemRow, Given> {}

/** Executes commands on registered items. */
@Injectable()
export class ItemExecutor extends RecordExecutor<ItemState, ItemCommand, ItemEvent, ItemRow> {
  constructor(items: ItemQueries, store: EventStore, images: Images, clock: Clock) {
    super(ITEMS, items, store, images, clock);
  }
}
