import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCountry } from '../support/records.js';
import { type Contract, outcome, startContract } from './contract.js';
import { userCalls } from './users.js';

let service: Contract;
beforeAll(async () => {
  service = await startContract();
  for (const countryID of ['NL', 'DE', 'BE']) await service.location(inCountry(countryID)); // demo:1 to demo:3
});
afterAll(() => service?.stop());

const { created, give, take, access } = userCalls(() => service);

describe('a user’s access', () => {
  it('is given to any number of Locations, Regions and Countries', async () => {
    const userID = await created();
    const region = (await service.api.createRegion({ body: { name: 'East', locationIDs: ['demo:2'] } })).body.ID;
    const given = await give(userID, { locationIDs: ['demo:3', 'demo:2'], countryIDs: ['NL', 'DE'], regionIDs: [region] });
    expect(given).toMatchObject({ status: 200 });
    expect({ ...given.body, countryIDs: given.body.countryIDs.toSorted() }).toEqual({
      locationIDs: ['demo:1', 'demo:2', 'demo:3'],
      countryIDs: ['DE', 'NL'],
      regionIDs: [region],
      accessAllLocations: false,
    });
    expect(await access(userID)).toEqual(given.body);
    expect((await service.api.getUser({ path: { userID } })).body.locationAccess).toEqual(given.body);
  });

  it('takes a body without any field, and none at all', async () => {
    const userID = await created();
    expect(outcome(await give(userID, {}))).toBe('200');
    expect(outcome(await take(userID, {}))).toBe('200');
    expect(outcome(await service.api.giveUserAccess({ path: { userID } }))).toBe('200');
    expect(outcome(await service.api.takeUserAccess({ path: { userID } }))).toBe('200');
  });

  it('is given twice without change', async () => {
    const userID = await created();
    expect((await give(userID, { locationIDs: ['demo:1', 'demo:2', 'demo:2'] })).body.locationIDs).toEqual(['demo:1', 'demo:2']);
  });

  it('is taken without removing the user; what the user does not have is no fault', async () => {
    const userID = await created();
    await give(userID, { locationIDs: ['demo:2'] });
    expect(await take(userID, { locationIDs: ['demo:1', 'demo:3'] })).toMatchObject({
      status: 200,
      body: { locationIDs: ['demo:2'] },
    });
    expect(outcome(await service.api.getUser({ path: { userID } }))).toBe('200');
  });

  it('to a Country also covers Locations created in that Country later', async () => {
    const { ID, client } = await service.user('traveller');
    await give(ID, { countryIDs: ['FR'] });
    const later = await service.location(inCountry('FR'));
    expect((await client.listLocations()).body.map(({ locationID }: { locationID: string }) => locationID)).toContain(later);
    expect(outcome(await client.getLocation({ path: { locationID: later } }))).toBe('200');
    const users = (await service.api.listLocationUsers({ path: { locationID: later } })).body;
    expect(users.map((user: { ID: number }) => user.ID)).toContain(ID);
  });

  it('to all Locations reaches every Location, and removing it falls back to what was assigned before', async () => {
    const userID = await created({ locationID: 'demo:2' });
    await give(userID, { countryIDs: ['BE'] });
    const before = await access(userID);
    expect((await give(userID, { addAccessAllLocations: true })).body).toEqual({ ...before, accessAllLocations: true });
    const everywhere = await service.location();
    const reaching = (await service.api.listLocationUsers({ path: { locationID: everywhere } })).body;
    expect(reaching.map(({ ID }: { ID: number }) => ID)).toContain(userID);
    expect((await take(userID, { removeAccessAllLocations: true })).body).toEqual(before);
  });

  it('flags that are false change nothing', async () => {
    const userID = await created();
    expect((await give(userID, { addAccessAllLocations: false })).body.accessAllLocations).toBe(false);
    await give(userID, { addAccessAllLocations: true });
    expect((await take(userID, { removeAccessAllLocations: false })).body.accessAllLocations).toBe(true);
  });

  it('must keep at least one Location', async () => {
    const userID = await created();
    const before = await access(userID);
    expect(outcome(await take(userID, { locationIDs: ['demo:1'] }))).toBe('400 last_location');
    expect(await access(userID)).toEqual(before);
  });

  it('a Location stays in its Country while that is all the access of a user', async () => {
    const userID = await created();
    const locationID = await service.location(inCountry('PT'));
    await give(userID, { countryIDs: ['PT'] });
    await take(userID, { locationIDs: ['demo:1'] });
    const move = (countryID: 'ES' | 'PT') =>
      service.api.updateLocation({ path: { locationID }, body: { address: { countryID } } });
    expect(outcome(await move('ES'))).toBe('409 conflict');
    expect(outcome(await move('PT'))).toBe('200');
    await give(userID, { countryIDs: ['ES'] });
    expect((await move('ES')).body.address.countryID).toBe('ES');
    expect(outcome(await take(userID, { countryIDs: ['ES'] }))).toBe('400 last_location');
  });

  it('a Country without Locations does not count', async () => {
    const userID = await created();
    await give(userID, { countryIDs: ['JP'] });
    expect(outcome(await take(userID, { locationIDs: ['demo:1'] }))).toBe('400 last_location');
    await service.location(inCountry('JP'));
    expect(outcome(await take(userID, { locationIDs: ['demo:1'] }))).toBe('200');
  });

  it('removing all-Locations access from a user whose other access is empty is rejected', async () => {
    const userID = await created();
    await give(userID, { addAccessAllLocations: true });
    expect((await take(userID, { locationIDs: ['demo:1'] })).body).toMatchObject({ locationIDs: [], accessAllLocations: true });
    expect(outcome(await take(userID, { removeAccessAllLocations: true }))).toBe('400 last_location');
  });

  it('a deactivated Location counts and is not shown', async () => {
    const locationID = await service.location();
    const userID = await created({ locationID });
    await service.api.deactivateLocation({ path: { locationID } });
    expect((await access(userID)).locationIDs).toEqual([]);
    await give(userID, { locationIDs: ['demo:1'] });
    expect((await take(userID, { locationIDs: ['demo:1'] })).body.locationIDs).toEqual([]);
  });

  it.each([
    [{ locationIDs: ['demo:1', 'demo:99'] }, 'locationIDs.1 unknown_reference'],
    [{ locationIDs: ['other:1'] }, 'locationIDs.0 unknown_reference'],
    [{ regionIDs: [99] }, 'regionIDs.0 unknown_reference'],
  ])('%o is refused: %s', async (body, fault) => {
    const userID = await created();
    expect(outcome(await give(userID, body))).toBe(fault);
    expect(outcome(await take(userID, body))).toBe(fault);
  });
});
