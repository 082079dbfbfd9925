import type { ContextApi } from '#platform/http';
import { EDITORS, READERS } from '#platform/kernel';
import { ITEM_WEBHOOKS } from './item.webhooks.js';

const REGISTRARS = [...EDITORS, 'limited_subuser'] as const;

export const itemsApi: ContextApi = {
  tag: { name: 'Items', description: 'Found items: what guests left behind.', paths: ['items'] },
  capabilities: {
    'items.read': { roles: READERS },
    'items.register': { roles: REGISTRARS },
    'items.own-finds': { roles: REGISTRARS, users: true },
    'items.upload-image': { roles: REGISTRARS },
    'items.edit': { roles: EDITORS },
    'payments.withdraw': { roles: EDITORS },
    'shipments.report': { roles: [...EDITORS, 'carrier'] },
  },
  // Requests use `transition_not_allowed` too.
  problems: {
    external_id_taken: {
      status: 409,
      title: 'The externalID is already in use',
      remedy: 'Find the record by its `externalID` and update that one, or use another key.',
    },
    on_hold: {
      status: 409,
      title: 'The item is on hold',
      remedy: 'End the hold (`DELETE /items/{itemID}/hold`), or wait until it ends.',
    },
    not_shippable: {
      status: 409,
      title: 'Such items are never sent',
      remedy: 'Have it collected, or change `notShipped` (`PUT /locations/{locationID}/shipping`).',
    },
    transition_not_allowed: {
      status: 409,
      title: 'The status does not allow this change',
      remedy: 'Read which statuses can follow (`transitions`).',
    },
  },
  webhooks: ITEM_WEBHOOKS,
  log: { harmlessQueries: ['status', 'category', 'color', 'sort', 'hasContact', 'onHold'] },
};
