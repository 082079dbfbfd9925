import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EraseItem } from '#contexts/items';
import type { Call } from '../support/call.js';
import { createUser, makeRequest, UMBRELLA } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let integration: Call;
let ann: Call;
let itemID: number;

beforeAll(async () => {
  service = await startService();
  integration = service.call;
  for (let n = 0; n < 2; n++) await service.location();
  ann = await signedIn('ann', 'property_subuser', 'demo:1');
  const item = { ...UMBRELLA, locationID: 'demo:1' };
  const owner = { firstName: 'Zoë', contactEmail: 'zoe@example.com' };
  itemID = (await integration('POST', '/items', { ...item, owner }, { 'x-request-id': 'night-import-7' })).body.ID;
  await ann('PUT', `/items/${itemID}/status`, { status: 'finished' });
});
afterAll(() => service?.stop());

async function signedIn(username: string, userRole: string, locationID: string): Promise<Call> {
  await createUser(integration, username, userRole, locationID);
  return (await service.signIn(username)).call;
}

describe('the history of a record', () => {
  it('tells who did what and when, newest first', async () => {
    const { status, body } = await ann('GET', `/items/${itemID}/history`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ hasMore: false, limit: 50, page: 1 });
    const [changed, registered] = body.events;
    expect(changed).toMatchObject({
      version: 2,
      event: 'ItemStatusChanged',
      by: { type: 'user', username: 'ann', tokenID: null },
    });
    expect(changed.details).toMatchObject({ status: 'finished', previousStatus: 'waiting-response' });
    expect(registered).toMatchObject({ version: 1, event: 'ItemRegistered', requestID: 'night-import-7' });
    expect(registered.by).toMatchObject({ type: 'integration', userID: null, tokenPrefix: expect.stringMatching(/^lf_/) });
    expect(registered.details.owner).toMatchObject({ firstName: 'Zoë' });
    expect(registered.at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);
  });

  it('tells what changed in an item, by the paths of its record, and the name of who changed it', async () => {
    const owner = { firstName: 'Zoë', lastName: 'Lee', contactEmail: 'zoe@example.com' };
    const { ID } = await service.item('demo:1', { owner });
    const path = `/items/${ID}`;
    await ann('PUT', path, { brand: 'Knirps', colors: ['red'], owner: { lastName: 'Li', address: { city: 'Ghent' } } });
    await ann('POST', `${path}/handover`, { to: 'Zoë Li', identification: 'known' });
    const read = async () => (await ann('GET', `${path}/history?limit=3`)).body.events;
    const [closed, left, updated] = await read();
    expect(closed.changes).toEqual([{ field: 'status', from: 'waiting-response', to: 'finished' }]);
    expect(left).toMatchObject({ event: 'ItemHandedOver', byName: 'ann' });
    expect(left.changes).toContainEqual({ field: 'outcome', from: null, to: 'handed-over' });
    expect(left.changes).toContainEqual({ field: 'handover.to', from: null, to: 'Zoë Li' });
    expect(updated.changes).toEqual([
      { field: 'brand', from: null, to: 'Knirps' },
      { field: 'colors', from: [], to: ['red'] },
      { field: 'owner.lastName', from: 'Lee', to: 'Li' },
      { field: 'owner.address.city', from: null, to: 'Ghent' },
    ]);
    expect((await ann('GET', `${path}/history?limit=1&page=4`)).body.events).toMatchObject([{ version: 1, changes: [] }]);
    await service.get(CommandBus).execute(new EraseItem(service.groupID, ID));
    const events = (await ann('GET', `${path}/history`)).body.events;
    expect(JSON.stringify(events)).not.toMatch(/Zoë|Ghent|"Li"/);
    expect(events.at(-2).changes).toEqual([
      { field: 'brand', from: null, to: 'Knirps' },
      { field: 'colors', from: [], to: ['red'] },
    ]);
  });

  it('tells what changed in a Request', async () => {
    const { ID } = await makeRequest(integration, 'demo:1', { request: 'My comb' });
    await ann('PUT', `/requests/${ID}/question`, { question: 'Which brand?' });
    const [asked, made] = (await ann('GET', `/requests/${ID}/history`)).body.events;
    expect(made).toMatchObject({ event: 'RequestMade', changes: [] });
    expect(asked).toMatchObject({ byName: 'ann' });
    expect(asked.changes).toEqual([
      { field: 'status', from: 'registered', to: 'waiting-guest-response' },
      { field: 'askForDetails.question', from: null, to: 'Which brand?' },
    ]);
  });

  it('is read in pages', async () => {
    const { body, headers } = await ann('GET', `/items/${itemID}/history?limit=1&page=2&count=true`);
    expect(body.events.map(({ version }: { version: number }) => version)).toEqual([1]);
    expect(headers.get('x-total-count')).toBe('2');
    const farOut = await ann('GET', `/items/${itemID}/history?page=${Number.MAX_SAFE_INTEGER}`);
    expect(farOut).toMatchObject({ status: 200, body: { events: [] } });
  });

  it('is not shown to those who do not see the record', async () => {
    const elsewhere = await signedIn('bob', 'property_subuser', 'demo:2');
    expect((await elsewhere('GET', `/items/${itemID}/history`)).status).toBe(404);
    expect((await (await service.group('other')).call('GET', `/items/${itemID}/history`)).status).toBe(404);
    const limited = await signedIn('lim', 'limited_subuser', 'demo:1');
    expect((await limited('GET', `/items/${itemID}/history`)).status).toBe(403);
    expect((await ann('GET', '/locations/demo:1/history')).status).toBe(403);
  });

  it('outlives the deletion of an item', async () => {
    const { ID } = await service.item('demo:1', { item: 'Comb' });
    await integration('DELETE', `/items/${ID}`);
    const { body } = await integration('GET', `/items/${ID}/history`);
    expect(body.events[0]).toMatchObject({ event: 'ItemStatusChanged', details: { status: 'deleted' } });
  });

  it('is kept for Locations, users and Requests too, without passwords', async () => {
    const location = await integration('GET', '/locations/demo:1/history');
    expect(location.body.events.at(-1)).toMatchObject({ event: 'LocationCreated', version: 1 });
    const [user] = (await integration('GET', '/users')).body;
    const history = await integration('GET', `/users/${user.ID}/history`);
    expect(history.body.events.at(-1)).toMatchObject({ event: 'UserCreated', version: 1 });
    expect(JSON.stringify(history.body)).not.toMatch(/argon2|horse/);
    const { ID } = await makeRequest(integration, 'demo:1', { request: 'My comb' });
    expect((await integration('GET', `/requests/${ID}/history`)).body.events[0]).toMatchObject({ event: 'RequestMade' });
  });

  it('of a user leaves out the Locations that the reader does not reach', async () => {
    const carl = await createUser(integration, 'carl', 'property_subuser', 'demo:1');
    await integration('POST', `/users/${carl.ID}/locations`, { locationIDs: ['demo:2'] });
    const admin = await signedIn('pia', 'property_admin', 'demo:1');
    const shown = async (reader: Call) =>
      (await reader('GET', `/users/${carl.ID}/history`)).body.events[0].details.access.locationIDs;
    expect(await shown(integration)).toEqual(['demo:1', 'demo:2']);
    expect(await shown(admin)).toEqual(['demo:1']);
  });

  it('of a deleted user is left to those who reach every Location', async () => {
    const dora = await createUser(integration, 'dora', 'property_subuser', 'demo:1');
    const admin = await signedIn('pim', 'property_admin', 'demo:1');
    await integration('DELETE', `/users/${dora.ID}`);
    const { body } = await integration('GET', `/users/${dora.ID}/history`);
    expect(body.events.map(({ event }: { event: string }) => event)).toEqual(['UserDeleted', 'UserCreated']);
    expect((await admin('GET', `/users/${dora.ID}/history`)).status).toBe(404);
    expect((await integration('GET', '/users/999/history')).status).toBe(404);
  });
});
