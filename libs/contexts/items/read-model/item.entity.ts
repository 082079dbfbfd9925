import { defineEntity, p } from '@mikro-orm/postgresql';
import { type GeneratedAlways, sql } from 'kysely';
import { columnsBut, json, moment, type Row, textOf } from '#platform/database';
import { type Handling, NOT_PICTURED, type Owner, type Photos, type Shipping } from '../domain/item.details.js';
import type { Disposal, Handover, Hold, ItemStatus, Outcome, Payment, Shipment } from '../domain/item.values.js';
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
    foundAt: moment().nullable(),
    foundBy: p.text().nullable(),
    hiddenMark: p.text().nullable(),
    handling: p.text().$type<Handling>().default('normal'),
    registeredByToken: p.uuid().nullable(),
    photos: json<Photos>().nullable(),
    storagePlaceId: p.integer().nullable(),
    hold: json<Hold>().nullable(),
    /** When the hold ends: `infinity` if nobody said, null without a hold. */
    heldUntil: moment().nullable(),
    outcome: p.text().$type<Outcome>().nullable(),
    handover: json<Handover & { hasSignature: boolean; at: string }>().nullable(),
    disposal: json<Disposal & { at: string }>().nullable(),
    /** Signature of the recipient, a PNG in base64. */
    signature: p.text().nullable(),
    /** When it came into a status in which it waits for staff; null in others. */
    waitingSince: moment().nullable(),
    /** When its payment was asked for; null where it has come, or was withdrawn. */
    unpaidSince: moment().nullable(),
    /** Since when its parcel is in trouble. */
    problemSince: moment().nullable(),
  },
  indexes: Object.entries(ITEM_INDEXES).map(([name, definition]) => ({
    name,
    expression: `create index ${name} ${textOf(definition)}`,
  })),
});

/** The columns of an item's record. */
export const COLUMNS = columnsBut(
  ItemEntity,
  'erased',
  'search',
  'facets',
  'registered_by_token',
  'held_until',
  'signature',
  'waiting_since',
  'unpaid_since',
  'problem_since',
);

/** The name of the User or API token that registered an item, read with its row: the one as that registered it. */
export const REGISTERED_BY_NAME = sql<string | null>`case
  when registered_by is not null then (
    select username from user_directory u where u.group_id = items.group_id and u.id = items.registered_by)
  when registered_by_token is not null then (
    select name from token_names t where t.group_id = items.group_id and t.id = items.registered_by_token)
end`;

/** Where an item is stored. */
interface StoredAt {
  ID: number;
  name: string;
  code: string;
  path: string;
}

export const STORAGE_PLACE = sql<StoredAt | null>`(
  select json_build_object('ID', p.id, 'name', p.name, 'code', p.code, 'path', p.path) from storage_place_paths p
  where p.group_id = items.group_id and p.id = items.storage_place_id and p.path is not null)`;

/** Fields of an item's record from tables of others. */
export const JOINED = [REGISTERED_BY_NAME.as('registered_by_name'), STORAGE_PLACE.as('storage_place')] as const;

/** All of an item's record. */
export const RECORD = [...COLUMNS, ...JOINED] as const;

/** An item's row as PostgreSQL returns it. */
export type ItemRow = Pick<Row<typeof ItemEntity>, (typeof COLUMNS)[number]> & {
  registered_by_name: string | null;
  storage_place: StoredAt | null;
};

/** The picture that guests are shown of an item, if any (decisions.md, section 13). */
export function pictureForGuests({ image_url, handling }: Pick<ItemRow, 'image_url' | 'handling'>): string | null {
  return (NOT_PICTURED as readonly Handling[]).includes(handling) ? null : image_url;
}
