import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, wrong } from '../support/client.js';
import { PASSWORD } from '../support/records.js';
import { type Contract, outcome, startContract, TIMESTAMP } from './contract.js';

let service: Contract;
let everywhere: Client;
beforeAll(async () => {
  service = await startContract();
  for (let n = 0; n < 3; n++) await service.location(); // demo:1 to demo:3
  const { ID } = await service.user('everywhere');
  await service.api.giveUserAccess({ path: { userID: ID }, body: { addAccessAllLocations: true } });
  everywhere = await service.clientFor('everywhere');
});
afterAll(() => service?.stop());

const create = (changes: object = {}) =>
  service.api.createRegion({ body: { name: 'East', locationIDs: ['demo:2'], ...changes } });
const created = async (changes: object = {}) => (await create(changes)).body.ID as number;
const update = (regionID: number, body: object, headers?: object) =>
  service.api.updateRegion({ path: { regionID }, body: wrong(body), headers: wrong(headers) });

describe('beyond: Regions', () => {
  it('are created with 201, the full record and its Location', async () => {
    const answer = await create({ reference: 'E-1', locationIDs: ['demo:3', 'demo:2'] });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/v2/regions/${answer.body.ID}`);
    expect(answer.body).toEqual({
      ID: expect.any(Number),
      name: 'East',
      reference: 'E-1',
      locationIDs: ['demo:3', 'demo:2'],
      createdAt: expect.stringMatching(TIMESTAMP),
      updatedAt: expect.stringMatching(TIMESTAMP),
    });
    expect((await service.api.getRegion({ path: { regionID: answer.body.ID } })).body).toEqual(answer.body);
  });

  it('are updated with 200 and deleted with 204', async () => {
    const regionID = await created();
    const changed = await update(regionID, { name: 'West', locationIDs: ['demo:1'] });
    expect(changed).toMatchObject({ status: 200, body: { name: 'West', locationIDs: ['demo:1'] } });
    expect(await service.api.deleteRegion({ path: { regionID } })).toMatchObject({ status: 204, body: null });
    expect(outcome(await service.api.getRegion({ path: { regionID } }))).toBe('404 not_found');
    expect(outcome(await service.api.deleteRegion({ path: { regionID } }))).toBe('404 not_found');
  });

  it('are listed as a bare array in ascending order', async () => {
    await created();
    await created();
    const { body } = await service.api.listRegions();
    const IDs = body.map(({ ID }: { ID: number }) => ID);
    expect(IDs).toEqual(IDs.toSorted((one: number, other: number) => one - other));
  });

  it.each([
    [{ locationIDs: ['demo:1', 'demo:99'] }, 'locationIDs.1 unknown_reference'],
    [{ locationIDs: ['other:1'] }, 'locationIDs.0 unknown_reference'],
  ])('%j is refused: %s', async (changes, fault) => expect(outcome(await create(changes))).toBe(fault));

  it('emptying or deleting one so that a user would keep no Location is 409', async () => {
    const regionID = await created();
    const { ID: userID } = await service.user('regional');
    await service.api.giveUserAccess({ path: { userID }, body: { regionIDs: [regionID] } });
    await service.api.takeUserAccess({ path: { userID }, body: { locationIDs: ['demo:1'] } });
    expect(outcome(await update(regionID, { locationIDs: [] }))).toBe('409 conflict');
    expect(outcome(await service.api.deleteRegion({ path: { regionID } }))).toBe('409 conflict');
    expect(outcome(await update(regionID, { locationIDs: ['demo:3'] }))).toBe('200');
    await service.api.giveUserAccess({ path: { userID }, body: { locationIDs: ['demo:1'] } });
    expect(outcome(await service.api.deleteRegion({ path: { regionID } }))).toBe('204');
    expect((await service.api.getUserAccess({ path: { userID } })).body.regionIDs).toEqual([]);
  });

  it('are managed by group admins with all-Locations access, read by group and property admins who see a Location', async () => {
    const regionID = await created({ locationIDs: ['demo:1'] });
    const path = { regionID };
    const hidden = await created({ locationIDs: ['demo:3'] });
    expect(outcome(await everywhere.updateRegion({ path, body: { name: 'Named' } }))).toBe('200');
    for (const userRole of ['group_admin', 'property_admin']) {
      const { client } = await service.user(`reading-${userRole}`, { userRole });
      expect((await client.getRegion({ path })).body, userRole).toMatchObject({ name: 'Named' });
      expect(
        (await client.listRegions()).body.map(({ ID }: { ID: number }) => ID),
        userRole,
      ).not.toContain(hidden);
      const answers = {
        hidden: await client.getRegion({ path: { regionID: hidden } }),
        changed: await client.updateRegion({ path, body: { name: 'X' } }),
        deleted: await client.deleteRegion({ path }),
        created: await client.createRegion({ body: { name: 'X', locationIDs: ['demo:1'] } }),
      };
      expect(
        Object.entries(answers).map(([what, answer]) => `${what}: ${outcome(answer)}`),
        userRole,
      ).toEqual(['hidden: 404 not_found', 'changed: 403 forbidden', 'deleted: 403 forbidden', 'created: 403 forbidden']);
    }
    const { client } = await service.user('sub', { userRole: 'property_subuser' });
    expect(outcome(await client.listRegions())).toBe('403 forbidden');
  });
});

describe('who may change a user', () => {
  const user = (username: string, changes: object) => service.user(username, changes);

  it('a Property Admin can not add, edit or delete a Group Admin, nor give that role', async () => {
    const { client } = await user('property-admin', { userRole: 'property_admin' });
    const group = await user('group-admin', {});
    const sub = await user('sub-user', { userRole: 'property_subuser' });
    const body = { username: 'new-admin', password: PASSWORD, locationID: 'demo:1' };
    expect(outcome(await client.createUser({ body: { ...body, userRole: 'group_admin' } }))).toBe('403 forbidden');
    expect(outcome(await client.createUser({ body: { ...body, userRole: 'property_admin' } }))).toBe('201');
    const path = { userID: group.ID };
    expect(outcome(await client.updateUser({ path, body: { email: 'x@example.com' } }))).toBe('403 forbidden');
    expect(outcome(await client.deleteUser({ path }))).toBe('403 forbidden');
    expect(outcome(await client.giveUserAccess({ path, body: { locationIDs: ['demo:1'] } }))).toBe('403 forbidden');
    const below = { userID: sub.ID };
    expect(outcome(await client.updateUser({ path: below, body: { userRole: 'group_admin' } }))).toBe('403 forbidden');
    expect(outcome(await client.updateUser({ path: below, body: { userRole: 'overview_subuser' } }))).toBe('200');
    expect(outcome(await client.deleteUser({ path: below }))).toBe('204');
  });

  it('only a caller whose access covers all of that user’s access, deactivated Locations counted', async () => {
    const { client } = await user('here-only', {});
    const wider = await user('wider', { userRole: 'property_subuser' });
    const path = { userID: wider.ID };
    expect(outcome(await client.updateUser({ path, body: { email: 'a@example.com' } }))).toBe('200');
    await service.api.giveUserAccess({ path, body: { locationIDs: ['demo:2'] } });
    expect(outcome(await client.updateUser({ path, body: { email: 'b@example.com' } }))).toBe('403 forbidden');
    await service.api.deactivateLocation({ path: { locationID: 'demo:2' } });
    expect(outcome(await client.updateUser({ path, body: { email: 'c@example.com' } }))).toBe('403 forbidden');
    await service.api.reactivateLocation({ path: { locationID: 'demo:2' } });
  });

  it('gives only access that it has itself, and sees only users who share a Location with it', async () => {
    const { client } = await user('giver', {});
    const near = await user('near', { userRole: 'property_subuser' });
    const far = await user('far', { userRole: 'property_subuser', locationID: 'demo:3' });
    const path = { userID: near.ID };
    expect(outcome(await client.giveUserAccess({ path, body: { locationIDs: ['demo:3'] } }))).toBe(
      'locationIDs.0 unknown_reference',
    );
    expect(outcome(await client.giveUserAccess({ path, body: { addAccessAllLocations: true } }))).toBe('403 forbidden');
    expect(outcome(await client.getUser({ path: { userID: far.ID } }))).toBe('404 not_found');
    const list = (await client.listUsers()).body.map(({ ID }: { ID: number }) => ID);
    expect(list).toContain(near.ID);
    expect(list).not.toContain(far.ID);
  });

  it('taking one’s own last Location is 400 last_location', async () => {
    const { ID, client } = await user('alone', {});
    const own = { path: { userID: ID }, body: { locationIDs: ['demo:1'] } };
    expect(outcome(await client.takeUserAccess(own))).toBe('400 last_location');
  });
});
