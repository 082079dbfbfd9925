import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, links, startContract } from './contract.js';

let service: Contract;
beforeAll(async () => {
  service = await startContract();
  for (let n = 0; n < 3; n++) await service.location(); // demo:1 to demo:3
  for (const username of ['ann', 'ben', 'cem']) await service.user(username);
  for (const name of ['East', 'West', 'North']) await service.call('POST', '/regions', { name, locationIDs: ['demo:1'] });
  for (const code of ['de', 'nl']) await service.language({ language: code, code, default: false, locationID: null });
});
afterAll(() => service?.stop());

/** Lists that the specification does not page (decisions.md, section 9). */
describe.each([
  '/locations',
  '/locations/demo:1/users',
  '/locations/demo:1/languages',
  '/languages',
  '/regions',
  '/users/roles',
  '/countries',
  '/colors',
  '/categories',
])('GET %s', (path) => {
  const list = (query = '') => service.call('GET', `${path}${query}`);

  it('gives everything without limit, all of it on page 1', async () => {
    const whole = await list();
    expect(whole.body.length).toBeGreaterThanOrEqual(3);
    expect(links(whole)).toEqual({});
    expect((await list('?page=1')).body).toEqual(whole.body);
    expect(await list('?page=2')).toMatchObject({ status: 200, body: [] });
  });

  it('is given page by page with limit, each page linked to the next', async () => {
    const whole = (await list()).body;
    const [first, second, last] = [await list('?limit=2'), await list('?limit=2&page=2'), await list('?limit=1000')];
    expect([...first.body, ...second.body]).toEqual(whole.slice(0, 4));
    expect(links(first)).toEqual({ first: { limit: '2', page: '1' }, next: { limit: '2', page: '2' } });
    expect(links(second)).toMatchObject({ prev: { limit: '2', page: '1' } });
    expect(last.body).toEqual(whole);
    expect(links(last)).toEqual({ first: { limit: '1000', page: '1' } });
    expect(await list('?limit=2&page=2147483647')).toMatchObject({ status: 200, body: [] });
  });

  it('beyond: is counted with count=true', async () => {
    const total = String((await list()).body.length);
    expect((await list('?count=true')).headers.get('x-total-count')).toBe(total);
    expect((await list('?count=true&limit=1&page=9')).headers.get('x-total-count')).toBe(total);
    expect((await list()).headers.has('x-total-count')).toBe(false);
  });
});
