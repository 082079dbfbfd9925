import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wrong } from '../support/client.js';
import { PASSWORD } from '../support/records.js';
import { type Contract, outcome, startContract, TIMESTAMP } from './contract.js';
import { locationCalls, REQUIRED, within } from './locations.js';

let service: Contract;
beforeAll(async () => {
  service = await startContract();
});
afterAll(() => service?.stop());

const { create, created, read } = locationCalls(() => service);

describe('POST /locations', () => {
  it('answers 201 with the full record, every default, and its Location', async () => {
    const answer = await create();
    expect(answer.status).toBe(201);
    const { locationID } = answer.body;
    expect(answer.headers.get('location')).toBe(`/api/v2/locations/${locationID}`);
    expect(answer.body).toEqual({
      locationID: expect.stringMatching(/^demo:[1-9]\d*$/),
      ...REQUIRED,
      address: { ...REQUIRED.address, state: null },
      contactDetails: { ...REQUIRED.contactDetails, contactEmailCC: null },
      itemStorageDays: 90,
      daysBeforeRequestExpires: 90,
      storageAfterItemStorageDays: 0,
      pickupDetails: { pickupLocation: 'Reception', pickupIntructions: null },
      reference: null,
      timeZone: 'Europe/Amsterdam',
      timeZoneGiven: false,
      options: { weightUnit: 'kg', dimensionUnit: 'cm' },
      active: true,
      createdAt: expect.stringMatching(TIMESTAMP),
      updatedAt: answer.body.createdAt,
    });
    expect(await read(locationID)).toEqual(answer.body);
  });

  it('keeps every field it takes', async () => {
    const given = {
      name: 'Harbour View',
      address: { address: 'Kent St', addressNumber: '1a', city: 'Sydney', countryID: 'AU', state: 'NSW', zipCode: '2000' },
      contactDetails: {
        contactPerson: 'Ann',
        contactEmail: 'ann@example.com',
        contactEmailCC: 'a@example.com, b@example.com',
        phoneNumber: 'ext. 12',
      },
      itemStorageDays: 1,
      daysBeforeRequestExpires: 1,
      storageAfterItemStorageDays: 7,
      pickupDetails: { pickupLocation: 'Back door', pickupIntructions: 'Ring twice' },
      reference: 'SYD-01',
      options: { weightUnit: 'lb', dimensionUnit: 'in' },
    };
    expect(await created(given)).toMatchObject(given);
  });

  it('counts Locations from 1 inside the Group', async () => {
    const body = wrong(REQUIRED);
    expect((await service.other.createLocation({ body })).body.locationID).toBe('other:1');
    expect((await service.other.createLocation({ body })).body.locationID).toBe('other:2');
  });

  it('attaches no Users: they are assigned explicitly', async () => {
    const { locationID } = await created();
    expect((await service.api.listLocationUsers({ path: { locationID } })).body).toEqual([]);
    const user = { username: 'attached', password: PASSWORD, locationID, userRole: 'property_admin' as const };
    const { body } = await service.api.createUser({ body: user });
    expect((await service.api.listLocationUsers({ path: { locationID } })).body).toEqual([body]);
  });

  it.each([
    [within('address', { state: 'NH' }), 'address.state not_allowed'],
    [within('address', { countryID: 'US', state: 'ON' }), 'address.state not_allowed'],
    [within('address', { countryID: 'CA', state: 'Ontario' }), 'address.state not_allowed'],
  ])('%j is refused: %s', async (changes, fault) => expect(outcome(await create(changes))).toBe(fault));

  it.each([
    within('address', { countryID: 'US', state: 'CA' }),
    within('address', { countryID: 'CA', state: 'ON' }),
    within('address', { countryID: 'IC', state: null }),
  ])('%j is taken', async (changes) => expect(outcome(await create(changes))).toBe('201'));
});
