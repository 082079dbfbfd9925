import { columnsOf } from '#platform/database';
import { type Projection, type Recorded, RecordTable } from '#platform/event-store';
import { type ItemEvent, itemEvents } from '../domain/item.events.js';
import { COLUMNS, ItemEntity, type ItemRow, JOINED } from './item.entity.js';

const items = new RecordTable(ItemEntity, COLUMNS, JOINED);

/** Maintains the table `items`. */
export const itemProjection: Projection<ItemEvent, ItemRow> = {
  name: 'items',
  rebuilds: ['items'],
  when: itemEvents.writes(
    (event: Recorded, fields) => items.insert(event, columnsOf(fields)),
    (event: Recorded, fields) => items.update(event, columnsOf(fields)),
  ),
};
