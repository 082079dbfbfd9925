import { columnsOf } from '#platform/database';
import { type Projection, RecordTable } from '#platform/event-store';
import { ANONYMIZED, type ItemEvent } from '../domain/item.events.js';
import { UNKNOWN_OWNER } from '../domain/owner.js';
import { ItemEntity, type ItemRow, RECORD } from './item.entity.js';

const items = new RecordTable(ItemEntity, RECORD);

/** Keeps the table `items`. */
export const itemProjection: Projection<ItemEvent, ItemRow> = {
  name: 'items',
  rebuilds: ['items'],
  when: {
    ItemRegistered: (event) => {
      const { itemStorageDays: _days, registeredAt: _at, ...details } = event.data;
      const { actor } = event;
      return items.insert(event, {
        ...columnsOf(withoutErased(details)),
        shipment: null,
        registered_by: actor.type === 'user' ? actor.userID : null,
        erased: false,
      });
    },
    ItemUpdated: (event) => items.update(event, columnsOf(withoutErased(event.data))),
    ItemStatusChanged: (event) => items.update(event, { status: event.data.status }),
    OwnerResponded: (event) => {
      const { response: _response, ...changes } = event.data;
      return items.update(event, columnsOf(withoutErased(changes)));
    },
    PersonalDataErased: (event) => items.update(event, ERASED),
    ShipmentReported: (event) => items.update(event, { shipment: event.data.shipment }),
    ContactBounced: (event) => items.update(event, {}),
  },
};

/** What stands where personal data was that a row can't do without. */
const PLACEHOLDERS = { item: ANONYMIZED, location: ANONYMIZED, owner: UNKNOWN_OWNER };

/** What is left of an item's words once its personal data is erased. */
const ERASED = { ...PLACEHOLDERS, item_storage: null, internal_notes: null, image_url: null, shipment: null, erased: true };

/** Fields of an event as a row holds them: those that were erased since have placeholders. */
function withoutErased<Fields extends object>(fields: Fields): Fields {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value ?? PLACEHOLDERS[name as keyof typeof PLACEHOLDERS] ?? value]),
  ) as Fields;
}
