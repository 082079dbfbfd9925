import { expect } from 'vitest';
import { wrong } from '../support/client.js';
import { type Contract, outcome } from './contract.js';

/** A Location with what must be told of it and nothing else. */
export const REQUIRED = {
  name: 'Hotel Keizersgracht',
  address: { address: 'Keizersgracht', addressNumber: '148', city: 'Amsterdam', countryID: 'NL', zipCode: '1015 CX' },
  contactDetails: { contactPerson: 'Sanne de Vries', contactEmail: 'desk@example.com', phoneNumber: '020 - 123 45 67' },
  pickupDetails: {},
};

/** The required fields with changes in one of their objects. */
export function within(part: 'address' | 'contactDetails', changes: object): object {
  return { [part]: { ...REQUIRED[part], ...changes } };
}

/** The calls that Location specs make. */
export function locationCalls(service: () => Contract) {
  const create = (changes: object = {}) => service().api.createLocation({ body: wrong({ ...REQUIRED, ...changes }) });
  return {
    create,
    /** Creates a Location and gives its record. */
    async created(changes: object = {}) {
      const answer = await create(changes);
      expect(outcome(answer)).toBe('201');
      return answer.body;
    },
    update: (locationID: string, body: object, headers?: object) =>
      service().api.updateLocation({ path: { locationID }, body: wrong(body), headers: wrong(headers) }),
    read: async (locationID: string) => (await service().api.getLocation({ path: { locationID } })).body,
  };
}
