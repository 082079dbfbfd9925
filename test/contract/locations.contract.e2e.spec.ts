import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wrong } from '../support/client.js';
import { type Contract, outcome, startContract, TIMESTAMP } from './contract.js';

let service: Contract;
beforeAll(async () => {
  service = await startContract();
});
afterAll(() => service?.stop());

const REQUIRED = {
  name: 'Hotel Keizersgracht',
  address: { address: 'Keizersgracht', addressNumber: '148', city: 'Amsterdam', countryID: 'NL', zipCode: '1015 CX' },
  contactDetails: { contactPerson: 'Sanne de Vries', contactEmail: 'desk@example.com', phoneNumber: '020 - 123 45 67' },
  pickupDetails: {},
};
type Part = 'address' | 'contactDetails';

/** The required fields with changes in one of their objects. */
const within = (part: Part, changes: object) => ({ [part]: { ...REQUIRED[part], ...changes } });
const create = (changes: object = {}) => service.api.createLocation({ body: { ...REQUIRED, ...changes } });
const created = async (changes: object = {}) => {
  const answer = await create(changes);
  expect(outcome(answer)).toBe('201');
  return answer.body;
};
const update = (locationID: string, body: object, headers?: object) =>
  service.api.updateLocation({ path: { locationID }, body: wrong(body), headers: wrong(headers) });
const read = async (locationID: string) => (await service.api.getLocation({ path: { locationID } })).body;
const IDs = (answer: { body: { locationID: string }[] }) => answer.body.map(({ locationID }) => locationID);

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
    const user = { username: 'attached', password: 'correct horse battery', locationID, userRole: 'property_admin' as const };
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

describe('PUT /locations/:locationID', () => {
  it('answers 200 with the full record; absent fields keep their value', async () => {
    const before = await created({ reference: 'A' });
    const answer = await update(before.locationID, { itemStorageDays: 30 });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, itemStorageDays: 30, updatedAt: expect.stringMatching(TIMESTAMP) });
    expect(await update(before.locationID, {})).toMatchObject({ status: 200, body: answer.body });
    expect(await read(before.locationID)).toEqual(answer.body);
  });

  it.each([
    ['address', { city: 'Haarlem' }],
    ['address', { address: 'Spui', addressNumber: '2', zipCode: '1012' }],
    ['contactDetails', { contactPerson: 'Ann' }],
    ['contactDetails', { contactEmailCC: 'a@example.com' }],
    ['pickupDetails', { pickupLocation: 'Door' }],
    ['pickupDetails', { pickupIntructions: 'Ring' }],
  ] as const)('merges %s field by field: %o', async (part, changes) => {
    const before = await created({ pickupDetails: { pickupLocation: 'Lobby', pickupIntructions: 'Knock' } });
    const { body } = await update(before.locationID, { [part]: changes });
    expect(body).toEqual({
      ...before,
      [part]: { ...before[part], ...changes },
      updatedAt: expect.stringMatching(TIMESTAMP),
    });
  });

  it('clears reference, contactEmailCC, pickupIntructions and state with null', async () => {
    const { locationID } = await created({
      reference: 'A',
      ...within('contactDetails', { contactEmailCC: 'a@example.com' }),
      ...within('address', { countryID: 'US', state: 'CA' }),
      pickupDetails: { pickupIntructions: 'Ring' },
    });
    const { body } = await update(locationID, {
      reference: null,
      contactDetails: { contactEmailCC: null },
      address: { state: null },
      pickupDetails: { pickupIntructions: null },
    });
    expect([
      body.reference,
      body.contactDetails.contactEmailCC,
      body.address.state,
      body.pickupDetails.pickupIntructions,
    ]).toEqual([null, null, null, null]);
  });

  it('a stored state that the new country does not have becomes null, unless a new one is given', async () => {
    const { locationID } = await created(within('address', { countryID: 'US', state: 'CA' }));
    expect(outcome(await update(locationID, { address: { countryID: 'AU', state: 'CA' } }))).toBe('address.state not_allowed');
    expect((await update(locationID, { address: { countryID: 'AU', state: 'NSW' } })).body.address.state).toBe('NSW');
    expect((await update(locationID, { address: { countryID: 'NL' } })).body.address).toMatchObject({
      countryID: 'NL',
      state: null,
    });
    expect(outcome(await update(locationID, { address: { state: 'NH' } }))).toBe('address.state not_allowed');
  });

  it.each([
    [{ name: 'New' }, 'name unknown_field'],
    [{ daysBeforeRequestExpires: 5 }, 'daysBeforeRequestExpires unknown_field'],
    [{ options: { weightUnit: 'lb' } }, 'options unknown_field'],
    [{ locationID: 'demo:9' }, 'locationID unknown_field'],
    [{ active: false }, 'active unknown_field'],
    [{ itemStorageDays: 0 }, 'itemStorageDays out_of_range'],
    [{ storageAfterItemStorageDays: 3651 }, 'storageAfterItemStorageDays out_of_range'],
    [{ address: { city: '' } }, 'address.city too_short'],
    [{ address: { countryID: 'XX' } }, 'address.countryID not_allowed'],
    [{ contactDetails: { contactEmail: 'x' } }, 'contactDetails.contactEmail invalid_format'],
    [{ pickupDetails: { pickupLocation: 'x'.repeat(13) } }, 'pickupDetails.pickupLocation too_long'],
    [{ pickupDetails: { pickupIntructions: 'x'.repeat(58) } }, 'pickupDetails.pickupIntructions too_long'],
  ])('%j is refused: %s', async (changes, fault) => {
    const before = await created();
    expect(outcome(await update(before.locationID, changes))).toBe(fault);
    expect(await read(before.locationID)).toEqual(before);
  });

  it.each(['address', 'contactDetails', 'pickupDetails', 'itemStorageDays', 'storageAfterItemStorageDays'])(
    '%s cannot be cleared',
    async (field) => {
      const { locationID } = await created();
      expect(await update(locationID, { [field]: null })).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    },
  );

  it('beyond: refuses with 412 what was changed since it was read', async () => {
    const { locationID } = await created();
    const etag = (await service.api.getLocation({ path: { locationID } })).headers.get('etag');
    expect(outcome(await update(locationID, { reference: 'A' }, { 'If-Match': etag }))).toBe('200');
    expect(outcome(await update(locationID, { reference: 'B' }, { 'If-Match': etag }))).toBe('412 precondition_failed');
    const stale = { path: { locationID }, headers: wrong({ 'If-Match': etag }) };
    expect(outcome(await service.api.deactivateLocation(stale))).toBe('412 precondition_failed');
    expect((await read(locationID)).active).toBe(true);
  });
});

describe('GET /locations', () => {
  it('is a bare array in the order of the numbers in the identifiers, everything without limit', async () => {
    while ((await service.api.listLocations()).body.length < 12) await created();
    const list = await service.api.listLocations();
    const numbers = IDs(list).map((locationID) => Number(locationID.split(':')[1]));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(list.body[0]).toEqual(await read('demo:1'));
  });

  it('accepts limit and page', async () => {
    const all = await service.api.listLocations();
    expect(IDs(await service.api.listLocations({ query: { limit: 5, page: 2 } }))).toEqual(IDs(all).slice(5, 10));
    expect((await service.api.listLocations({ query: { limit: 1000, page: 2 } })).body).toEqual([]);
    expect(outcome(await service.api.listLocations({ query: { limit: 1001 } }))).toBe('limit out_of_range');
    expect(outcome(await service.api.listLocations({ query: { page: 0 } }))).toBe('page out_of_range');
    expect(outcome(await service.api.listLocations({ query: wrong({ country: 'NL' }) }))).toBe('country unknown_field');
  });

  it('shows nothing of another Group', async () => {
    await service.other.createLocation({ body: wrong(REQUIRED) });
    expect(IDs(await service.api.listLocations()).filter((locationID) => !locationID.startsWith('demo:'))).toEqual([]);
  });
});

describe('GET /locations/:locationID', () => {
  it.each(['demo:9999', 'other:1', 'demo', 'demo:0', 'demo:01', 'DEMO:1', '1', 'demo:1:2', 'demo:99999999999'])(
    '%s is 404, as all below it',
    async (locationID) => {
      const path = { locationID };
      for (const answer of [
        await service.api.getLocation({ path }),
        await service.api.updateLocation({ path, body: {} }),
        await service.api.deactivateLocation({ path }),
        await service.api.reactivateLocation({ path }),
        await service.api.listLocationUsers({ path }),
        await service.api.listLocationItems({ path }),
        await service.api.listLocationRequests({ path }),
        await service.api.listLocationLanguages({ path }),
      ]) {
        expect(outcome(answer)).toBe('404 not_found');
      }
    },
  );
});

describe('PUT /locations/:locationID/deactivate and /reactivate', () => {
  it('answer 200 with the full record, also twice', async () => {
    const before = await created();
    const path = { locationID: before.locationID };
    const deactivated = await service.api.deactivateLocation({ path });
    expect(deactivated.status).toBe(200);
    expect(deactivated.body).toEqual({ ...before, active: false, updatedAt: expect.stringMatching(TIMESTAMP) });
    expect(await service.api.deactivateLocation({ path })).toMatchObject({ status: 200, body: deactivated.body });
    const reactivated = await service.api.reactivateLocation({ path });
    expect(reactivated.body).toEqual({ ...before, active: true, updatedAt: expect.stringMatching(TIMESTAMP) });
    expect(await service.api.reactivateLocation({ path })).toMatchObject({ status: 200, body: reactivated.body });
  });

  it('take no fields', async () => {
    const path = { locationID: (await created()).locationID };
    expect(outcome(await service.api.deactivateLocation({ path, body: wrong({}) }))).toBe('200');
    expect(outcome(await service.api.deactivateLocation({ path, body: wrong({ reason: 'x' }) }))).toBe('reason unknown_field');
  });

  it('a deactivated Location is lost to all Users and given back to those who had it, changes made meanwhile included', async () => {
    const { locationID } = await created();
    const path = { locationID };
    const { ID } = await service.user('keeper', { locationID });
    await service.api.giveUserAccess({ path: { userID: ID }, body: { locationIDs: ['demo:1'] } });
    const leaving = await service.user('leaving', { locationID });
    await service.api.giveUserAccess({ path: { userID: leaving.ID }, body: { locationIDs: ['demo:1'] } });
    const arriving = await service.user('arriving', { locationID: 'demo:1' });

    await service.api.deactivateLocation({ path });
    const client = await service.clientFor('keeper');
    expect(outcome(await client.getLocation({ path }))).toBe('404 not_found');
    expect(IDs(await client.listLocations())).toEqual(['demo:1']);
    expect((await service.api.getUserAccess({ path: { userID: ID } })).body.locationIDs).toEqual(['demo:1']);
    expect((await service.api.listLocationUsers({ path })).body).toEqual([]);
    expect((await service.api.getLocation({ path })).body.active).toBe(false);
    expect(IDs(await service.api.listLocations())).toContain(locationID);
    await service.api.takeUserAccess({ path: { userID: leaving.ID }, body: { locationIDs: [locationID] } });
    await service.api.giveUserAccess({ path: { userID: arriving.ID }, body: { locationIDs: [locationID] } });

    await service.api.reactivateLocation({ path });
    const users = (await service.api.listLocationUsers({ path })).body.map(({ username }: { username: string }) => username);
    expect(users).toEqual(['keeper', 'arriving']);
    expect((await service.api.getUserAccess({ path: { userID: ID } })).body.locationIDs).toEqual(['demo:1', locationID]);
    expect(outcome(await (await service.clientFor('keeper')).getLocation({ path }))).toBe('200');
  });

  it('items of a deactivated Location stay readable to the integration and are 404 to Users', async () => {
    const { locationID } = await created();
    const item = { item: 'Hat', location: 'Bar', departuredDate: '2026-11-20 00:00:00', locationID, shipping: {} };
    const itemID = (await service.api.registerItem({ body: item })).body.ID;
    const reader = await service.user('reader', { locationID });
    expect(outcome(await reader.client.getItem({ path: { itemID } }))).toBe('200');
    await service.api.deactivateLocation({ path: { locationID } });
    const client = await service.clientFor('reader');
    expect(outcome(await client.getItem({ path: { itemID } }))).toBe('404 not_found');
    expect((await client.listItems()).body.items).toEqual([]);
    expect(outcome(await service.api.getItem({ path: { itemID } }))).toBe('200');
  });

  it('a group admin with all-Locations access reactivates; one without, and a property admin, cannot', async () => {
    const { locationID } = await created();
    const path = { locationID };
    const { ID } = await service.user('everywhere');
    await service.api.giveUserAccess({ path: { userID: ID }, body: { addAccessAllLocations: true } });
    const everywhere = await service.clientFor('everywhere');
    const property = await service.user('of-the-property', { locationID, userRole: 'property_admin' });
    const group = await service.user('of-the-group', { locationID });
    expect(outcome(await property.client.deactivateLocation({ path }))).toBe('200');
    expect(outcome(await (await service.clientFor('of-the-property')).reactivateLocation({ path }))).toBe('404 not_found');
    expect(outcome(await group.client.reactivateLocation({ path }))).toBe('404 not_found');
    expect(outcome(await everywhere.reactivateLocation({ path }))).toBe('200');
  });
});

describe('GET /locations/:locationID/users', () => {
  it('is a bare array of Users in ascending order, those with all-Locations access included', async () => {
    const { locationID } = await created(within('address', { countryID: 'PT' }));
    const direct = await service.user('direct', { locationID });
    const country = await service.user('country');
    await service.api.giveUserAccess({ path: { userID: country.ID }, body: { countryIDs: ['PT'] } });
    const region = await service.user('region');
    const regionID = (await service.api.createRegion({ body: { name: 'South', locationIDs: [locationID] } })).body.ID;
    await service.api.giveUserAccess({ path: { userID: region.ID }, body: { regionIDs: [regionID] } });
    const all = await service.user('all');
    await service.api.giveUserAccess({ path: { userID: all.ID }, body: { addAccessAllLocations: true } });
    const { body } = await service.api.listLocationUsers({ path: { locationID } });
    const found = body.map(({ ID }: { ID: number }) => ID);
    expect(found).toEqual(expect.arrayContaining([direct.ID, country.ID, region.ID, all.ID]));
    expect(found).toEqual(found.toSorted((one: number, other: number) => one - other));
    expect(body.find(({ ID }: { ID: number }) => ID === all.ID)).toEqual(
      (await service.api.getUser({ path: { userID: all.ID } })).body,
    );
  });
});

describe('GET /locations/:locationID/requests', () => {
  it('is an envelope of Requests, newest first, 10 unless asked otherwise', async () => {
    const { locationID } = await created();
    const path = { locationID };
    for (const request of ['Hat', 'Coat', 'Bag']) await service.api.makeRequest({ path, body: { request } });
    const { body } = await service.api.listLocationRequests({ path });
    expect(body).toMatchObject({ hasMore: false, limit: 10, page: 1 });
    expect(body.requests.map(({ request }: { request: string }) => request)).toEqual(['Bag', 'Coat', 'Hat']);
    expect(body.requests[0]).toEqual({
      ID: expect.any(Number),
      requestNumber: 3,
      locationID,
      status: 'registered',
      request: 'Bag',
      location: null,
      departuredDate: null,
      owner: { name: null, email: null, phoneNumber: null },
      colors: [],
      categories: [],
      imageUrl: null,
      askForDetails: null,
      matchedItemID: null,
      resolved: false,
      languageID: expect.toBeOneOf([expect.any(Number), null]),
      expiresAt: expect.stringMatching(TIMESTAMP),
      createdAt: expect.stringMatching(TIMESTAMP),
      updatedAt: expect.stringMatching(TIMESTAMP),
    });
    expect((await service.api.listLocationRequests({ path, query: { limit: 2, page: 2 } })).body).toMatchObject({
      requests: [{ request: 'Hat' }],
      hasMore: false,
      limit: 2,
      page: 2,
    });
    expect(outcome(await service.api.listLocationRequests({ path, query: { limit: 0 } }))).toBe('limit out_of_range');
  });
});
