import { expect, it } from 'vitest';
import { wrong } from '../support/client.js';
import { UMBRELLA } from '../support/records.js';
import { type Contract, outcome } from './contract.js';

/** An item with what must be told of it and nothing else. */
export const REQUIRED = { ...UMBRELLA, location: 'Room 312', locationID: 'demo:1' };

/** An item with everything that may be told of it. */
export const KNOWN = {
  ...REQUIRED,
  shipping: { weight: { ID: 2 }, dimensions: { fitsInServicePackaging: false, width: 10, length: 20, height: 30 } },
  itemStorage: 'Shelf',
  internalNotes: 'Wet',
  imageUrl: 'https://example.com/a.jpg',
  customStorageDays: 30,
  brand: 'Fulton',
  colors: ['black', 'red'],
  categories: ['misc'],
  owner: {
    firstName: 'Anna',
    lastName: 'Schmidt',
    contactEmail: 'anna@example.com',
    phoneNumber: '+49 40 123456',
    reservationNumber: 'R-1',
    address: { address: '1 Main St', city: 'Boston', countryID: 'US', state: 'MA', zipCode: '02108' },
  },
};

/** The owner of an item of whom nothing is known. */
export const NOBODY = {
  firstName: null,
  lastName: null,
  contactEmail: null,
  phoneNumber: null,
  reservationNumber: null,
  activityNumber: null,
  agreementNumber: null,
  address: null,
};

/** Days of 24 hours from an item's registration to the end of its storage. */
export function storageDays({ createdAt, storageExpiresAt }: { createdAt: string; storageExpiresAt: string }): number {
  return (Date.parse(`${storageExpiresAt}Z`) - Date.parse(`${createdAt}Z`)) / 86_400_000;
}

/** The calls that item specs make. @param base the item they register, unless its fields are changed */
export function itemCalls(service: () => Contract, base: object) {
  const register = (changes: object = {}) => service().api.registerItem({ body: wrong({ ...base, ...changes }) });
  return {
    register,
    /** Registers an item and gives its record. */
    async registered(changes: object = {}) {
      const answer = await register(changes);
      expect(outcome(answer)).toBe('201');
      return answer.body;
    },
    /** Refuses each of these fields, with the fault. */
    refuses: (cases: [object, string][]) =>
      it.each(cases)('%j is refused: %s', async (changes, fault) => expect(outcome(await register(changes))).toBe(fault)),
    /** Takes each of these fields. */
    takes: (cases: object[]) =>
      it.each(cases)('%j is taken', async (changes) => expect(outcome(await register(changes))).toBe('201')),
    update: (itemID: number, body: object, headers?: object) =>
      service().api.updateItem({ path: { itemID }, body: wrong(body), headers: wrong(headers) }),
    setStatus: (itemID: number, status: unknown) => service().api.changeItemStatus({ path: { itemID }, body: wrong({ status }) }),
    read: async (itemID: number) => (await service().api.getItem({ path: { itemID } })).body,
  };
}
