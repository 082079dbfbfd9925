import { defineEntity, p } from '@mikro-orm/postgresql';
import { columnsBut, isOneOf, json, moment, type Row, searchColumn } from '#platform/database';
import type { ItemStatus, Owner, Shipment, Shipping } from '../domain/item.events.js';
import { ENDED, EXPIRING } from '../domain/item.life-cycle.js';

/** The fields of full-text search, besides the digits of the phone number. */
const SEARCHED = [
  ...['item', 'brand', 'location'],
  ...['firstName', 'lastName', 'contactEmail', 'phoneNumber', 'reservationNumber', 'activityNumber', 'agreementNumber'].map(
    (field) => `owner ->> '${field}'`,
  ),
  ...['address', 'address2', 'city', 'zipCode', 'companyName'].map((field) => `owner -> 'address' ->> '${field}'`),
];

/** The current state of an item. (`search` is a generated column.) */
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
    search: searchColumn(SEARCHED, `owner ->> 'phoneNumber'`),
    externalId: p.text().nullable(),
  },
  indexes: [
    { name: 'items_by_location', columns: [{ name: 'groupId' }, { name: 'locationId' }, { name: 'id', sort: 'desc' }] },
    { name: 'items_by_status', columns: [{ name: 'groupId' }, { name: 'status' }, { name: 'id', sort: 'desc' }] },
    { name: 'items_by_creation', properties: ['groupId', 'createdAt'] },
    { name: 'items_by_update', properties: ['groupId', 'updatedAt'] },
    { name: 'items_by_color', properties: ['groupId', 'colors'], type: 'gin' },
    { name: 'items_by_category', properties: ['groupId', 'categories'], type: 'gin' },
    { name: 'items_by_date', properties: ['groupId', 'locationId', 'departuredDate'] },
    { name: 'items_by_owner', expression: `create index items_by_owner on items (group_id, lower(owner ->> 'contactEmail'))` },
    { name: 'items_search', properties: ['groupId', 'search'], type: 'gin' },
    { name: 'items_expiring', properties: ['storageExpiresAt'], where: isOneOf('status', EXPIRING) },
    { name: 'items_to_erase', properties: ['groupId', 'updatedAt'], where: `not erased and ${isOneOf('status', ENDED)}` },
  ],
});

/** The columns of an item's record. */
export const RECORD = columnsBut(ItemEntity, 'erased', 'search');

/** An item's row as PostgreSQL returns it. */
export type ItemRow = Pick<Row<typeof ItemEntity>, (typeof RECORD)[number]>;
