import { columnsOf } from '#platform/database';
import { type Projection, type Recorded, RecordTable } from '#platform/event-store';
import { changedFields, type ItemEvent, type ItemStatus } from '../domain/item.events.js';
import { ERASED_DETAILS, type ItemDetails } from '../domain/item.fields.js';
import { outcomeOf } from '../domain/item.leaving.js';
import { isUnpaid } from '../domain/item.payment.js';
import { WAITING_FOR_STAFF } from '../domain/item.statuses.js';
import { COLUMNS, ItemEntity, type ItemRow, JOINED } from './item.entity.js';

const items = new RecordTable(ItemEntity, COLUMNS, JOINED);

/** Maintains the table `items`. */
export const itemProjection: Projection<ItemEvent, ItemRow> = {
  name: 'items',
  rebuilds: ['items'],
  when: {
    ItemRegistered: (event) => {
      const { itemStorageDays: _days, registeredAt: _at, untold: _untold, ...details } = event.data;
      const { actor } = event;
      return items.insert(event, {
        ...columnsOf(withoutErased(details)),
        shipment: null,
        request_id: null,
        payment: null,
        hold: null,
        held_until: null,
        ...HERE,
        ...waiting(details.status, event),
        unpaid_since: null,
        registered_by: actor.type === 'user' ? actor.userID : null,
        registered_by_token: actor.type === 'integration' ? actor.tokenID : null,
        erased: false,
      });
    },
    ItemStatusChanged: (event) => {
      const outcome = outcomeOf(event.data.status);
      const { status } = event.data;
      return items.update(event, { status, ...waiting(status, event), ...(outcome !== undefined && { ...HERE, outcome }) });
    },
    ItemHandedOver: (event) => {
      const { signature, ...handover } = event.data;
      const shown = { ...handover, hasSignature: signature !== null, at: event.at };
      return items.update(event, { outcome: 'handed-over', handover: shown, signature });
    },
    ItemDisposedOf: (event) => items.update(event, { outcome: 'disposed', disposal: { ...event.data, at: event.at } }),
    ShipmentReported: (event) => items.update(event, { shipment: event.data.shipment }),
    ItemPaymentChanged: (event) => {
      const { locationID: _location, previousStatus, ...payment } = event.data;
      const isNow = isUnpaid(payment.paymentStatus);
      const since = isNow === isUnpaid(previousStatus) ? {} : { unpaid_since: isNow ? event.at : null };
      return items.update(event, { payment, ...since });
    },
    ItemHeld: (event) => items.update(event, { hold: event.data, held_until: event.data.until ?? 'infinity' }),
    HoldEnded: (event) => items.update(event, { hold: null, held_until: null }),
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

function waiting(status: ItemStatus, { at }: Recorded) {
  return { waiting_since: WAITING_FOR_STAFF.includes(status) ? at : null };
}

function change(event: Recorded<ItemEvent>) {
  return items.update(event, columnsOf(withoutErased(changedFields(event))));
}

/** The columns of an item that has not left. */
const HERE = { outcome: null, handover: null, disposal: null, signature: null };

/** The columns of an item once its personal data is erased. */
const ERASED = {
  ...columnsOf(ERASED_DETAILS),
  handover: null,
  disposal: null,
  signature: null,
  shipment: null,
  payment: null,
  unpaid_since: null,
  hold: null,
  held_until: null,
  erased: true,
};

/** The fields of an event for a row, with the required ones that were erased since replaced. */
function withoutErased<Fields extends object>(fields: Fields): Fields {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value ?? ERASED_DETAILS[name as keyof ItemDetails] ?? value]),
  ) as Fields;
}
