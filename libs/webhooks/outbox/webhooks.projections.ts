import type { Projection } from '#event-store';
import type { ItemEvent } from '#items';
import { deliveryOf } from './outbox.js';

/** `itemStatus` is sent when an item is registered and whenever its status changes. Outgoing work is never rebuilt. */
export const itemWebhooks: Projection<ItemEvent> = {
  name: 'webhooks',
  stream: 'item',
  rebuilds: [],
  when: {
    ItemRegistered: (event) => {
      const { locationID, status } = event.data;
      return deliveryOf(event, { kind: 'itemStatus', locationID, status, previousStatus: null });
    },
    ItemUpdated: () => [],
    ItemStatusChanged: (event) => deliveryOf(event, { kind: 'itemStatus', ...event.data }),
  },
};
