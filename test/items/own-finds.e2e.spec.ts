import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../support/call.js';
import { createUser, registerItem } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let locationID: string;
beforeAll(async () => {
  service = await startService();
  locationID = await service.location();
});
afterAll(() => service?.stop());

let users = 0;
async function user(role = 'limited_subuser'): Promise<Call> {
  const name = `finder-${users++}`;
  await createUser(service.call, name, role, locationID);
  return (await service.signIn(name)).call;
}
const idsOf = (list: { body: { items: { ID: number }[] } }) => list.body.items.map(({ ID }) => ID);
const forward = (minutes: number) => service.clock.forward(minutes / (24 * 60));

describe('own finds', () => {
  it('are what the user registered in the last day, newest first', async () => {
    const [own, other] = [await user(), await user('property_subuser')];
    const [first, second, gone] = [
      await registerItem(own, locationID),
      await registerItem(own, locationID),
      await registerItem(own, locationID),
    ];
    await registerItem(other, locationID);
    await service.call('DELETE', `/items/${gone.ID}`);
    const list = await own('GET', '/me/finds');
    expect(list).toMatchObject({ status: 200, body: { items: [second, first], hasMore: false, limit: 10, page: 1 } });
    const page = await own('GET', '/me/finds?limit=1&count=true');
    expect([idsOf(page), page.body.hasMore, page.headers.get('x-total-count')]).toEqual([[second.ID], true, '2']);
    expect(idsOf(await own('GET', `/me/finds?after=${second.ID}`))).toEqual([first.ID]);
    expect(idsOf(await own('GET', '/me/finds?sort=updated'))).toEqual([first.ID, second.ID]);
    expect((await own('GET', '/items')).status).toBe(403);
  });

  it('are no longer listed after a day', async () => {
    const own = await user('property_subuser');
    const { ID } = await registerItem(own, locationID);
    forward(24 * 60 - 5);
    const renewed = (await service.signIn(`finder-${users - 1}`)).call;
    expect(idsOf(await renewed('GET', '/me/finds'))).toEqual([ID]);
    forward(6);
    expect(idsOf(await renewed('GET', '/me/finds'))).toEqual([]);
  });

  it('are changed within the hour, but for their owner', async () => {
    const own = await user();
    const { ID } = await registerItem(own, locationID);
    const path = `/me/finds/${ID}`;
    expect(await own('PUT', path, { item: 'Red umbrella', colors: ['red'] })).toMatchObject({
      status: 200,
      body: { ID, item: 'Red umbrella', colors: ['red'], location: 'Lobby' },
    });
    for (const owner of [{ lastName: 'Lee' }, null]) expect((await own('PUT', path, { owner })).status).toBe(400);
    expect((await own('PUT', `/items/${ID}`, { item: 'Hat' })).status).toBe(403);
    const renewed = async () => (await service.signIn(`finder-${users - 1}`)).call;
    forward(59);
    expect((await (await renewed())('PUT', path, { brand: 'Knirps' })).status).toBe(200);
    forward(2);
    expect(await (await renewed())('PUT', path, { brand: 'Other' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await service.call('GET', `/items/${ID}`)).body.brand).toBe('Knirps');
  });

  it('are nobody else’s, and no token’s', async () => {
    const other = await registerItem(await user('group_admin'), locationID);
    const own = await user('group_admin');
    expect((await own('PUT', `/me/finds/${other.ID}`, { brand: 'Knirps' })).status).toBe(404);
    expect((await own('PUT', '/me/finds/999999', { brand: 'Knirps' })).status).toBe(404);
    expect((await service.call('GET', '/me/finds')).status).toBe(403);
    const overview = await user('overview_subuser');
    expect((await overview('GET', '/me/finds')).status).toBe(403);
  });
});
