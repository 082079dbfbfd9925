import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../support/call.js';
import { createUser, makeRequest, registerItem } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let [here, there] = ['', ''];
beforeAll(async () => {
  service = await startService();
  [here, there] = [await service.location(), await service.location()];
});
afterAll(() => service?.stop());

const ids = (records: { ID: number }[]) => records.map(({ ID }) => ID);
const search = async (query: Record<string, string>, call: Call = service.call) => {
  const { status, body } = await call('GET', `/search?${new URLSearchParams(query)}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { items: ids(body.items), requests: ids(body.requests) };
};
const refused = async (query: string) => {
  const { status, body } = await service.call('GET', `/search${query}`);
  return { status, errors: body.errors?.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`) };
};

describe('the search', () => {
  it('finds items and Requests as their lists do by q, newest first, as whole records', async () => {
    const items = [await registerItem(service.call, here, { item: 'Astrolabe' })];
    items.unshift(await registerItem(service.call, there, { item: 'Case', brand: 'Astrolabe & Sons' }));
    await registerItem(service.call, here, { item: 'Compass' });
    const requests = [await makeRequest(service.call, here, { request: 'My astrolabe' })];
    requests.unshift(await makeRequest(service.call, there, { request: 'Brass astrolabes' }));
    const { body } = await service.call('GET', '/search?q=ASTROLAB');
    expect(body).toEqual({ items, requests, meant: [] });
    expect(body.items).toEqual((await service.call('GET', '/items?q=ASTROLAB')).body.items);
    expect(body.requests).toEqual((await service.call('GET', '/requests?q=ASTROLAB')).body.requests);
  });

  it('finds the item of that number first', async () => {
    const meant = await registerItem(service.call, here);
    const named = await registerItem(service.call, here, { item: `Key of room ${meant.ID}` });
    expect((await search({ q: String(meant.ID) })).items).toEqual([meant.ID, named.ID]);
  });

  it('is limited to a Location, and to so many of each', async () => {
    const items: number[] = [];
    for (let n = 0; n < 11; n++) items.unshift((await registerItem(service.call, here, { item: 'Sextant' })).ID);
    const { ID: elsewhere } = await registerItem(service.call, there, { item: 'Sextant' });
    const { ID: request } = await makeRequest(service.call, here, { request: 'Sextant' });
    await makeRequest(service.call, there, { request: 'Sextant' });
    expect(await search({ q: 'sextant', locationID: here })).toEqual({ items: items.slice(0, 10), requests: [request] });
    expect((await search({ q: 'sextant', limit: '50' })).items).toEqual([elsewhere, ...items]);
    expect((await search({ q: 'sextant', limit: '1' })).items).toEqual([elsewhere]);
  });

  it('finds neither what is deleted nor what lies out of reach', async () => {
    const mine = { item: await registerItem(service.call, here, { item: 'Theodolite' }) };
    await registerItem(service.call, there, { item: 'Theodolite' });
    await makeRequest(service.call, there, { request: 'Theodolite' });
    const gone = await registerItem(service.call, here, { item: 'Theodolite' });
    await service.call('DELETE', `/items/${gone.ID}`);
    await createUser(service.call, 'search-reader', 'overview_subuser', here);
    const { call } = await service.signIn('search-reader');
    expect(await search({ q: 'theodolite' }, call)).toEqual({ items: [mine.item.ID], requests: [] });
    expect(await call('GET', `/search?q=theodolite&locationID=${there}`)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'locationID', code: 'unknown_reference' }] },
    });
  });

  it('refuses what is no search, naming every wrong parameter', async () => {
    expect(await refused('')).toEqual({ status: 400, errors: ['q required'] });
    expect(await refused('?q=%20')).toEqual({ status: 400, errors: ['q required'] });
    expect(await refused('?q=a&limit=0')).toEqual({ status: 400, errors: ['limit out_of_range'] });
    expect(await refused('?limit=51&page=2')).toEqual({
      status: 400,
      errors: expect.arrayContaining(['q required', 'limit out_of_range', 'page unknown_field']),
    });
    expect(await refused('?q=a&locationID=none:1')).toEqual({ status: 400, errors: ['locationID unknown_reference'] });
  });
});
