import { defineEntity, p } from '@mikro-orm/postgresql';
import type { GeneratedAlways } from 'kysely';
import { columnsBut, json, moment, type Row } from '#platform/database';
import type { ItemStatus, Owner, Payment, Shipment, Shipping } from '../domain/item.events.js';
import { ITEM_INDEXES } from './item.indexes.js';

/** The current state of an item. (`search` and `facets` are written by a trigger.) */
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
    shipping: json<Shipping>(),
    itemStorage: p.text().nullable(),
    internalNotes: p.text().nullable(),
    imageUrl: p.text().nullable(),
    customStorageDays: p.integer().nullable(),
    brand: p.text().nullable(),
    colors: p.array(),
    categories: p.array(),
    owner: json<Owner>(),
    languageId: p.integer().nullable(),
    languageCode: p.text().nullable(),
    status: p.text().$type<ItemStatus>(),
    storageExpiresAt: moment(),
    registeredBy: p.integer().nullable(),
    version: p.integer(),
    createdAt: moment(),
    updatedAt: moment(),
    shipment: json<Shipment>().nullable(),
    erased: p.boolean().default(false),
    search: p.string().columnType('tsvector').$type<GeneratedAlways<string>>(),
    externalId: p.text().nullable(),
    facets: p.string().columnType('bigint').nullable().$type<GeneratedAlways<string | null>>(),
    requestId: p.integer().nullable(),
    payment: json<Payment>().nullable(),
  },
  indexes: Object.entries(ITEM_INDEXES).map(([name, definition]) => ({ name, expression: `create index ${name} ${definition}` })),
});

/** The columns of an item's record. */
export const RECORD = columnsBut(ItemEntity, 'erased', 'search', 'facets');

/** An item's row as PostgreSQL returns it. */
export type ItemRow = Pick<Row<typeof ItemEntity>, (typeof RECORD)[number]>;
