import { sql } from 'kysely';
import { type Recorded, type Report, type Subject, updateReports } from '#platform/event-store';
import { fieldNames } from '#platform/http';
import { type ItemEvent, itemEvents } from './domain/item.events.js';
import { SHIPMENT_STATUSES } from './domain/item.statuses.js';
import { ItemRecord } from './http/item.record.js';
import { ITEM_WEBHOOKS } from './http/item.webhooks.js';
import { itemStream } from './item.stream.js';

type Events = readonly Recorded<ItemEvent>[];

const shown = fieldNames(ItemRecord);

/** The events that reports of their own tell of. */
const OTHERWISE: readonly ItemEvent['type'][] = ['ItemRegistered', 'ItemStatusChanged', 'ItemPaymentChanged', 'ShipmentReported'];

/** Items, as webhooks and the list of changes tell of them (decisions.md, section 10). */
export const itemSubject: Subject<ItemEvent> = {
  stream: itemStream,
  webhooks: Object.keys(ITEM_WEBHOOKS),
  row: { table: sql`item_references`, id: sql`r.id`, status: sql`r.status`, externalID: sql`r.external_id` },
  // A record's making is `created` alone, its deletion `deleted` alone, `status` any later change.
  reports(event, together) {
    switch (event.type) {
      case 'ItemRegistered':
        return [{ type: 'item.created' }];
      case 'ItemStatusChanged':
        return statusReports(event.data, together);
      case 'ItemPaymentChanged':
        return [{ type: 'item.payment' }];
      case 'ShipmentReported':
        return [{ type: 'item.shipment', problem: event.data.shipment?.problem ?? null }];
      default:
        return updateReports('item.updated', event, together, fieldsOf);
    }
  },
  /** `itemStatus` is sent when an item is registered and whenever its status changes. */
  statusOf({ type, data }) {
    if (type === 'ItemRegistered') return { status: data.status, previousStatus: null };
    return type === 'ItemStatusChanged' ? data : null;
  },
  changes: {
    shape: 'c39678d377a2',
    stated: itemEvents.stated,
    shown,
  },
};

function statusReports({ status, previousStatus }: { status: string; previousStatus: string }, together: Events): Report[] {
  if (status === 'deleted') return [{ type: 'item.deleted' }];
  const isReported = together.some(({ type }) => type === 'ShipmentReported');
  const isShipped = (SHIPMENT_STATUSES as readonly string[]).includes(status);
  return [
    { type: 'item.status', previousStatus },
    ...(isShipped && !isReported ? [{ type: 'item.shipment', problem: null }] : []),
  ];
}

/** The fields of the record that an event changes, where no other report tells of it. */
function fieldsOf(event: ItemEvent): string[] {
  if (OTHERWISE.includes(event.type)) return [];
  return Object.keys(itemEvents.stated(event)).filter((field) => field !== 'locationID' && shown.includes(field));
}
