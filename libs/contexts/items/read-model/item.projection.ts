import { columnsOf, type Row, type Statement, tables, template } from '#platform/database';
import type { Projection, Recorded } from '#platform/event-store';
import { ANONYMIZED, type ItemEvent } from '../domain/item.events.js';
import { UNKNOWN_OWNER } from '../domain/owner.js';
import type { ItemEntity } from './item.entity.js';

const db = tables<typeof ItemEntity>();

/** Keeps the table `items`. Every statement returns the row as it now stands. */
export const itemProjection: Projection<ItemEvent> = {
  name: 'items',
  stream: 'item',
  rebuilds: ['items'],
  when: {
    ItemRegistered: ({ data, ...event }) =>
      insert({
        group_id: event.stream.groupID,
        id: event.stream.id,
        location_id: data.locationID,
        item: data.item ?? ANONYMIZED,
        location: data.location ?? ANONYMIZED,
        departured_date: data.departuredDate,
        shipping: data.shipping,
        item_storage: data.itemStorage,
        internal_notes: data.internalNotes,
        image_url: data.imageUrl,
        custom_storage_days: data.customStorageDays,
        brand: data.brand,
        colors: data.colors,
        categories: data.categories,
        owner: data.owner ?? UNKNOWN_OWNER,
        language_id: data.languageID,
        language_code: data.languageCode,
        status: data.status,
        storage_expires_at: data.storageExpiresAt,
        shipment: null,
        registered_by: event.actor.type === 'user' ? event.actor.userID : null,
        erased: false,
        version: event.version,
        created_at: event.at,
        updated_at: event.at,
      }),
    ItemUpdated: (event) => update(event, columnsOf(whole(event.data))),
    ItemStatusChanged: (event) => update(event, { status: event.data.status }),
    OwnerResponded: (event) => {
      const { response: _response, owner, ...moved } = event.data;
      return update(event, columnsOf(owner === undefined ? moved : { ...moved, owner: owner ?? UNKNOWN_OWNER }));
    },
    PersonalDataErased: (event) => update(event, ERASED),
    ShipmentReported: (event) => update(event, { shipment: event.data.shipment }),
    ContactBounced: (event) => update(event, {}),
  },
};

/** The columns of an item's record: all but those the database keeps for itself. */
export const RECORD = [
  'group_id',
  'id',
  'location_id',
  'item',
  'location',
  'departured_date',
  'shipping',
  'item_storage',
  'internal_notes',
  'image_url',
  'custom_storage_days',
  'brand',
  'colors',
  'categories',
  'owner',
  'language_id',
  'language_code',
  'status',
  'storage_expires_at',
  'shipment',
  'registered_by',
  'version',
  'created_at',
  'updated_at',
] as const;

/** What is left of an item's words once its personal data is erased. */
const ERASED = {
  item: ANONYMIZED,
  location: ANONYMIZED,
  item_storage: null,
  internal_notes: null,
  image_url: null,
  owner: UNKNOWN_OWNER,
  shipment: null,
  erased: true,
};

/** What was erased from the event, as a row holds it. */
function whole(changes: Extract<ItemEvent, { type: 'ItemUpdated' }>['data']): object {
  const empty = { item: ANONYMIZED, location: ANONYMIZED, owner: UNKNOWN_OWNER };
  return Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [field, value ?? empty[field as keyof typeof empty] ?? value]),
  );
}

const insert = template((row: Row<typeof ItemEntity>) => db.insertInto('items').values(row).returning(RECORD));

function update(event: Recorded, changes: object): Statement {
  return db
    .updateTable('items')
    .set({ ...changes, version: event.version, updated_at: event.at })
    .where('group_id', '=', event.stream.groupID)
    .where('id', '=', event.stream.id)
    .returning(RECORD);
}
