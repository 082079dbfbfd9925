import { itemsApi } from './http/items.api.js';
import { itemStream } from './item.stream.js';
import { itemSubject } from './item.subject.js';
import { ItemsModule } from './items.module.js';
import { itemMigrations } from './migrations/index.js';
import { ItemEntity } from './read-model/item.entity.js';
import { ItemContacts, ItemDescriptions, ItemParcels, ItemReferences } from './read-model/item.views.js';

/** This context, as the service takes it. */
export const itemsContext = {
  module: ItemsModule,
  api: itemsApi,
  streams: [itemStream],
  subjects: [itemSubject],
  entities: [ItemEntity, ItemDescriptions, ItemContacts, ItemReferences, ItemParcels],
  migrations: itemMigrations,
};
