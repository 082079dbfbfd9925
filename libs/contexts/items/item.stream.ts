import { sql } from 'kysely';
import type { RecordKind } from '#contexts/records';
import { defineStream } from '#platform/event-store';
import { type ItemCommand, itemDecider } from './domain/item.decider.js';
import { type ItemEvent, itemEvents } from './domain/item.events.js';
import { imagesOf } from './domain/item.photos.js';
import type { ItemState } from './domain/item.state.js';
import type { ItemRow } from './read-model/item.entity.js';
import { itemProjection } from './read-model/item.projection.js';

/** Items. The owner is personal data, and so is any free text written by staff. */
export const itemStream = defineStream('item', itemDecider, {
  public: itemEvents.public,
  shape: 'be39b1191b3c',
  evenWhenFull: ({ type }) => type === 'DeleteItem' || type === 'UnmatchItem',
  erasedBy: 'PersonalDataErased',
  placed: sql.table('items'),
  projection: itemProjection,
});

/** Items as a kind of record. */
export const ITEMS: RecordKind<ItemState, ItemCommand, ItemEvent, ItemRow> = {
  name: 'item',
  stream: itemStream,
  table: 'items',
  imagePrefix: '',
  imagesOf,
};
