import type { AnyProjection, Projection } from '#event-store';
import type { ItemEvent } from '#items';
import { deliveryOf } from './outbox.js';

/** `itemStatus` is sent when an item is registered and whenever its status changes. Outgoing work is never rebuilt. */
const itemWebhooks: Projection<ItemEvent> = {
  name: 'item-webhooks',
  stream: 'item',
  rebuilds: [],
  when: {
    ItemRegistered: (event) => {
      const { locationID, status } = event.data;
      return deliveryOf(event, { kind: 'itemStatus', locationID, status, previousStatus: null });
    },
    ItemUpdated: () => [],
    OwnerResponded: () => [],
    ShipmentReported: () => [],
    ItemStatusChanged: (event) => deliveryOf(event, { kind: 'itemStatus', ...event.data }),
  },
};

/** The outgoing work that statuses make. */
export const WEBHOOK_PROJECTIONS: readonly AnyProjection[] = [itemWebhooks];
