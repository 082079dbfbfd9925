import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Persons } from '#contexts/retention';
import { type Call, callsWith } from '../support/call.js';
import { created, createLocation, createUser, registerItem, UMBRELLA } from '../support/records.js';
import { type ServedApi, serveApi, startService, type TestService } from '../support/service.js';

/** Each process keeps the newest items, and those that are read again; what another one changed is asked of PostgreSQL each time. */
describe('the newest items', () => {
  let service: TestService;
  let other: ServedApi;
  let otherCall: Call;
  let locationID: string;
  let ids: number[];
  beforeAll(async () => {
    service = await startService();
    other = await serveApi(service.options);
    otherCall = callsWith(other.url, service.token);
    locationID = await service.location();
  });
  afterAll(async () => {
    await other?.app.close();
    await service?.stop();
  });
  beforeEach(async () => {
    const owner = { firstName: 'Anna', lastName: 'Schmidt', contactEmail: 'anna@example.com' };
    ids = [];
    for (const item of ['Umbrella', 'Ring', 'Phone']) ids.push((await service.item(locationID, { item, owner })).ID);
    expect(await listed()).toEqual(await read());
  });

  /** As the process lists them that has listed them before. */
  async function listed() {
    const { headers, body } = await service.call('GET', '/items?limit=3');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toMatchObject({ limit: 3, page: 1 });
    return body.items;
  }

  /** The same records, each read by itself. */
  async function read(expected = [...ids].reverse()) {
    return Promise.all(expected.map(async (id) => (await otherCall('GET', `/items/${id}`)).body));
  }

  it('are as another process has just changed them', async () => {
    await otherCall('PUT', `/items/${ids[1]}`, { brand: 'Cartier' });
    expect((await listed())[1].brand).toBe('Cartier');
    expect(await listed()).toEqual(await read());
  });

  it('are without one that another process has deleted, and with one that it has registered', async () => {
    await otherCall('DELETE', `/items/${ids[2]}`);
    const fresh = (await created(otherCall, '/items', { ...UMBRELLA, locationID })).ID;
    expect(await listed()).toEqual(await read([fresh, ids[1]!, ids[0]!]));
  });

  it('show a storage place as it is called now', async () => {
    const place = await created(service.call, `/locations/${locationID}/storage-places`, { name: 'Cellar', code: `C${ids[0]}` });
    await service.call('PUT', `/items/${ids[0]}`, { storagePlaceID: place.ID });
    expect((await listed())[2].storagePlace.path).toBe('Cellar');
    await otherCall('PUT', `/storage-places/${place.ID}`, { name: 'Attic' });
    expect((await listed())[2].storagePlace.path).toBe('Attic');
  });

  it('show nothing of a person that another process has erased', async () => {
    expect(JSON.stringify(await listed())).toContain('anna@example.com');
    await other.app.get(Persons, { strict: false }).erase('anna@example.com', null);
    expect(JSON.stringify(await listed())).not.toContain('anna@example.com');
    expect(JSON.stringify(await listed())).not.toContain('Schmidt');
  });

  it('of another Group with the same numbers are its own, and of a Location those that its user may see', async () => {
    const group = await service.group(`group-${ids[0]}`);
    await registerItem(group.call, await createLocation(group.call), { item: 'Scarf' });
    expect((await group.call('GET', '/items')).body.items.map(({ item }: { item: string }) => item)).toEqual(['Scarf']);
    const user = await createUser(service.call, `u${ids[0]}`, 'property_admin', await service.location({ name: 'Second' }));
    const session = await service.signIn(user.username);
    expect((await session.call('GET', '/items')).body.items).toEqual([]);
  });

  describe('read again one by one', () => {
    const one = (call: Call = service.call) => call('GET', `/items/${ids[0]}`);
    beforeEach(async () => {
      const [first, ...others] = [await one(), await one(), await one()];
      for (const { headers, body } of others) {
        expect(body).toEqual(first.body);
        for (const name of ['etag', 'content-type']) expect(headers.get(name)).toBe(first.headers.get(name));
      }
    });

    it('are as another process has just changed them', async () => {
      await otherCall('PUT', `/items/${ids[0]}`, { brand: 'Cartier' });
      const { headers, body } = await one();
      expect([headers.get('etag'), body.brand]).toEqual(['"2"', 'Cartier']);
      await otherCall('DELETE', `/items/${ids[0]}`);
      expect((await one()).status).toBe(404);
    });

    it('are shown to nobody who may not see them', async () => {
      const user = await createUser(service.call, `v${ids[0]}`, 'property_admin', await service.location({ name: 'Third' }));
      expect((await one((await service.signIn(user.username)).call)).status).toBe(404);
      const group = await service.group(`other-${ids[0]}`);
      expect((await one(group.call)).status).toBe(404);
    });

    it('show nothing of a person that another process has erased', async () => {
      await other.app.get(Persons, { strict: false }).erase('anna@example.com', null);
      expect(JSON.stringify((await one()).body)).not.toMatch(/anna@example.com|Schmidt/);
    });
  });
});
