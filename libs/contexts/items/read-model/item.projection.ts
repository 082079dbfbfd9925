import { columnsOf } from '#platform/database';
import { type Projection, type Recorded, RecordTable } from '#platform/event-store';
import { changedFields, ERASED_DETAILS, type ItemDetails, type ItemEvent } from '../domain/item.events.js';
import { COLUMNS, ItemEntity, type ItemRow, JOINED } from './item.entity.js';

const items = new RecordTable(ItemEntity, COLUMNS, JOINED);

/** Maintains the table `items`. */
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
        request_id: null,
        payment: null,
        registered_by: actor.type === 'user' ? actor.userID : null,
        registered_by_token: actor.type === 'integration' ? actor.tokenID : null,
        erased: false,
      });
    },
    ItemStatusChanged: (event) => items.update(event, { status: event.data.status }),
    ShipmentReported: (event) => items.update(event, { shipment: event.data.shipment }),
    ItemPaymentChanged: (event) => {
      const { locationID: _location, ...payment } = event.data;
      return items.update(event, { payment });
    },
    PersonalDataErased: (event) => items.update(event, ERASED),
    ItemUpdated: change,
    OwnerResponded: change,
    ItemReopened: change,
    AnswerTakenBack: change,
    ItemMatched: change,
    ItemUnmatched: change,
    ContactBounced: change,
    ContactCorrected: change,
    OwnerWrittenTo: change,
  },
};

function change(event: Recorded<ItemEvent>) {
  return items.update(event, columnsOf(withoutErased(changedFields(event))));
}

/** The columns of an item once its personal data is erased. */
const ERASED = { ...columnsOf(ERASED_DETAILS), shipment: null, payment: null, erased: true };

/** The fields of an event for a row, with the required ones that were erased since replaced. */
function withoutErased<Fields extends object>(fields: Fields): Fields {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value ?? ERASED_DETAILS[name as keyof ItemDetails] ?? value]),
  ) as Fields;
}
