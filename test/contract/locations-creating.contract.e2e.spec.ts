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

  it('needs name, address, contactDetails and pickupDetails, and what is required in them', async () => {
    expect(outcome(await service.api.createLocation({ body: wrong({}) }))).toBe(
      'address required, contactDetails required, name required, pickupDetails required',
    );
    expect(outcome(await create({ address: {}, contactDetails: {} }))).toBe(
      [
        ...['address', 'addressNumber', 'city', 'countryID', 'zipCode'].map((field) => `address.${field} required`),
        ...['contactEmail', 'contactPerson', 'phoneNumber'].map((field) => `contactDetails.${field} required`),
      ].join(', '),
    );
  });

  it.each([
    [{ name: '  ' }, 'name required'],
    [{ name: 'x'.repeat(256) }, 'name too_long'],
    [{ name: 5 }, 'name invalid_type'],
    [{ address: 'Kade 1' }, 'address invalid_type'],
    [{ pickupDetails: null }, 'pickupDetails required'],
    [{ pickupDetails: [] }, 'pickupDetails invalid_type'],
    [within('address', { addressNumber: 148 }), 'address.addressNumber invalid_type'],
    [within('address', { countryID: 'XX' }), 'address.countryID not_allowed'],
    [within('address', { countryID: 'nl' }), 'address.countryID not_allowed'],
    [within('address', { state: 'NH' }), 'address.state not_allowed'],
    [within('address', { countryID: 'US', state: 'ON' }), 'address.state not_allowed'],
    [within('address', { countryID: 'CA', state: 'Ontario' }), 'address.state not_allowed'],
    [within('address', { street: 'x' }), 'address.street unknown_field'],
    [within('contactDetails', { contactEmail: 'desk' }), 'contactDetails.contactEmail invalid_format'],
    [within('contactDetails', { contactEmailCC: 'a@example.com;b@example.com' }), 'contactDetails.contactEmailCC invalid_format'],
    [
      within('contactDetails', { contactEmailCC: 'a@example.com,,b@example.com' }),
      'contactDetails.contactEmailCC invalid_format',
    ],
    [within('contactDetails', { phoneNumber: 'x'.repeat(51) }), 'contactDetails.phoneNumber too_long'],
    [within('contactDetails', { fax: '1' }), 'contactDetails.fax unknown_field'],
    [{ itemStorageDays: 0 }, 'itemStorageDays out_of_range'],
    [{ itemStorageDays: 3651 }, 'itemStorageDays out_of_range'],
    [{ itemStorageDays: '90' }, 'itemStorageDays invalid_type'],
    [{ daysBeforeRequestExpires: 0 }, 'daysBeforeRequestExpires out_of_range'],
    [{ daysBeforeRequestExpires: 1.5 }, 'daysBeforeRequestExpires invalid_type'],
    [{ storageAfterItemStorageDays: -1 }, 'storageAfterItemStorageDays out_of_range'],
    [{ storageAfterItemStorageDays: 3651 }, 'storageAfterItemStorageDays out_of_range'],
    [{ pickupDetails: { pickupLocation: 'x'.repeat(13) } }, 'pickupDetails.pickupLocation too_long'],
    [{ pickupDetails: { pickupIntructions: 'x'.repeat(58) } }, 'pickupDetails.pickupIntructions too_long'],
    [{ pickupDetails: { pickupInstructions: 'x' } }, 'pickupDetails.pickupInstructions unknown_field'],
    [{ reference: 'x'.repeat(256) }, 'reference too_long'],
    [{ options: { weightUnit: 'g' } }, 'options.weightUnit not_allowed'],
    [{ options: { dimensionUnit: 'mm' } }, 'options.dimensionUnit not_allowed'],
    [{ options: { timeZone: 'CET' } }, 'options.timeZone unknown_field'],
    [{ locationID: 'demo:77' }, 'locationID unknown_field'],
    [{ active: false }, 'active unknown_field'],
  ])('%j is refused: %s', async (changes, fault) => expect(outcome(await create(changes))).toBe(fault));

  it.each([
    { pickupDetails: { pickupLocation: 'é'.repeat(12), pickupIntructions: '😀'.repeat(57) } },
    { pickupDetails: { pickupIntructions: null } },
    { itemStorageDays: 3650, daysBeforeRequestExpires: 3650, storageAfterItemStorageDays: 3650 },
    { options: {} },
    { options: { weightUnit: 'lb' } },
    { reference: null },
    within('contactDetails', { contactEmailCC: null, phoneNumber: 'x'.repeat(50) }),
    within('address', { countryID: 'US', state: 'CA' }),
    within('address', { countryID: 'CA', state: 'ON' }),
    within('address', { countryID: 'IC', state: null }),
  ])('%j is taken', async (changes) => expect(outcome(await create(changes))).toBe('201'));
});
