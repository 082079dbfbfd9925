import { defineEntity, p } from '@mikro-orm/postgresql';
import { columnsBut, moment, type Row } from '#platform/database';
import type { ItemStatus, Owner, Shipment, Shipping } from '../domain/item.events.js';

/** An item as it stands now. (`search` is the database's own column.) */
export const ItemEntity = defineEntity({
  name: 'Item',
  tableName: 'items',
  properties: {
    groupId: p.integer().primary(),
    id: p.integer().primary(),
    locationId: p.text(),
    item: p.text(),
    location: p.text(),
    departuredDate: p.text(),
    shipping: p.json<Shipping>(),
    itemStorage: p.text().nullable(),
    internalNotes: p.text().nullable(),
    imageUrl: p.text().nullable(),
    customStorageDays: p.integer().nullable(),
    brand: p.text().nullable(),
    colors: p.array(),
    categories: p.array(),
    owner: p.json<Owner>(),
    languageId: p.integer().nullable(),
    languageCode: p.text().nullable(),
    status: p.text().$type<ItemStatus>(),
    storageExpiresAt: moment(),
    shipment: p.json<Shipment>().nullable(),
    registeredBy: p.integer().nullable(),
    erased: p.boolean(),
    version: p.integer(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** The columns of an item's record. */
export const RECORD = columnsBut(ItemEntity, 'erased');

/** An item's row as PostgreSQL gives it. */
export type ItemRow = Pick<Row<typeof ItemEntity>, (typeof RECORD)[number]>;
