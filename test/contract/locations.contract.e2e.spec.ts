import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wrong } from '../support/client.js';
import { type Contract, outcome, startContract, TIMESTAMP } from './contract.js';
import { locationCalls, REQUIRED, within } from './locations.js';

let service: Contract;
beforeAll(async () => {
  service = await startContract();
  await created(); // demo:1
});
afterAll(() => service?.stop());

const { created, read } = locationCalls(() => service);
const IDs = (answer: { body: { locationID: string }[] }) => answer.body.map(({ locationID }) => locationID);

describe('GET /locations', () => {
  it('is a bare array in the order of the numbers in the identifiers, everything without limit', async () => {
    while ((await service.api.listLocations()).body.length < 12) await created();
    const list = await service.api.listLocations();
    const numbers = IDs(list).map((locationID) => Number(locationID.split(':')[1]));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(list.body[0]).toEqual(await read('demo:1'));
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
      const answers = [
        await service.api.getLocation({ path }),
        await service.api.updateLocation({ path, body: {} }),
        await service.api.deactivateLocation({ path }),
        await service.api.reactivateLocation({ path }),
        await service.api.listLocationUsers({ path }),
        await service.api.listLocationItems({ path }),
        await service.api.listLocationRequests({ path }),
        await service.api.listLocationLanguages({ path }),
      ];
      expect(answers.map(outcome)).toEqual(answers.map(() => '404 not_found'));
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
    const itemID = (await service.item(locationID)).ID;
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
      externalID: null,
      internalNotes: null,
      assignedTo: null,
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
  });
});
