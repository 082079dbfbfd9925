import type { Owner } from '../item.details.js';
import { UNKNOWN_OWNER } from '../item.details.js';
import type { ItemEvent, ItemEvents } from '../item.events.js';
import { itemFields } from '../item.fields.js';
import type { ItemStatus } from '../item.values.js';

/** When the items of specs are registered. */
export const REGISTERED_AT = '2026-11-21T10:00:00.000Z';
const HOUR = 60 * 60 * 1000;

/** The moment that many hours after registration. */
export function after(hours: number): string {
  return new Date(Date.parse(REGISTERED_AT) + hours * HOUR).toISOString();
}

type Data = Partial<Omit<ItemEvents['ItemRegistered'], 'owner'>> & { owner?: Partial<Owner> };

/** A phone charger of an unknown owner, registered at demo:1 and stored there for 90 days. */
export function registered(data: Data = {}): ItemEvent {
  return {
    type: 'ItemRegistered',
    data: {
      ...itemFields.empty,
      locationID: 'demo:1',
      item: 'Phone charger',
      location: '312',
      departuredDate: '2026-11-20',
      languageID: 1,
      languageCode: 'en',
      status: 'contact-missing',
      itemStorageDays: 90,
      registeredAt: REGISTERED_AT,
      storageExpiresAt: '2027-02-19T10:00:00.000Z',
      ...data,
      owner: { ...UNKNOWN_OWNER, ...data.owner },
    },
  };
}

/** The event that the item of demo:1 has a new status. */
export function became(status: ItemStatus, previousStatus: ItemStatus): ItemEvent {
  return { type: 'ItemStatusChanged', data: { status, previousStatus, locationID: 'demo:1' } };
}
