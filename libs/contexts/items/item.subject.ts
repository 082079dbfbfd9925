import { sql } from 'kysely';
import type { Recorded, Report, Subject } from '#platform/event-store';
import { fieldNames } from '#platform/http';
import { changedFields, type ItemEvent, type ItemStatus } from './domain/item.events.js';
import { outcomeOf } from './domain/item.leaving.js';
import { SHIPMENT_STATUSES } from './domain/item.statuses.js';
import { ItemRecord } from './http/item.record.js';
import { ITEM_WEBHOOKS } from './http/item.webhooks.js';
import { itemStream } from './item.stream.js';

type Events = readonly Recorded<ItemEvent>[];

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
        return [{ type: 'item.shipment' }];
      default:
        return updateReports(event, together);
    }
  },
  /** `itemStatus` is sent when an item is registered and whenever its status changes. */
  statusOf({ type, data }) {
    if (type === 'ItemRegistered') return { status: data.status, previousStatus: null };
    return type === 'ItemStatusChanged' ? data : null;
  },
  changes: {
    shape: '0098c1d45b0b',
    stated({ type, data }) {
      if (type === 'PersonalDataErased') return { erased: true };
      if (type === 'ItemHeld') return { hold: data.reason };
      if (type === 'HoldEnded') return { hold: undefined };
      // Only that there is one: a signature is not kept here.
      if (type === 'ItemHandedOver') return { outcome: 'handed-over', handover: true };
      if (type === 'ItemDisposedOf') return { outcome: 'disposed', disposal: true };
      if (type === 'ItemStatusChanged') return { ...data, ...leavingAt(data.status as ItemStatus) };
      return type === 'ItemUnmatched' ? { ...data, requestID: null } : data;
    },
    // The shipment too, which has a path of its own.
    shown: [...new Set([...fieldNames(ItemRecord), 'shipment'])],
  },
};

/** The outcome by status; none once the item is here again. */
function leavingAt(status: ItemStatus): object {
  const outcome = outcomeOf(status);
  if (outcome === undefined) return {};
  return { outcome: outcome ?? undefined, handover: undefined, disposal: undefined };
}

/** Changes of the record that events do not state under its name. */
const BESIDE: Partial<Record<ItemEvent['type'], readonly string[]>> = {
  ItemHeld: ['hold'],
  HoldEnded: ['hold'],
  ItemHandedOver: ['outcome', 'handover'],
  ItemDisposedOf: ['outcome', 'disposal'],
};

function statusReports({ status, previousStatus }: { status: string; previousStatus: string }, together: Events): Report[] {
  if (status === 'deleted') return [{ type: 'item.deleted' }];
  const isReported = together.some(({ type }) => type === 'ShipmentReported');
  const isShipped = (SHIPMENT_STATUSES as readonly string[]).includes(status);
  return [{ type: 'item.status', previousStatus }, ...(isShipped && !isReported ? [{ type: 'item.shipment' }] : [])];
}

/** One report for all that a commit changed, with the first of its events that changed a field. */
function updateReports(event: Recorded<ItemEvent>, together: Events): Report[] {
  const namesOf = (one: ItemEvent) => [...Object.keys(changedFields(one)), ...(BESIDE[one.type] ?? [])];
  const first = together.find((one) => namesOf(one).length > 0);
  return event === first ? [{ type: 'item.updated', fields: [...new Set(together.flatMap(namesOf))] }] : [];
}
