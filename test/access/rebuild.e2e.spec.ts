import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '#platform/database';
import { EventLog, Rebuilder } from '#platform/event-store';
import { type Client, createLocation, createUser, type Service, startService } from './service.js';

let service: Service;
let call: Client;

beforeAll(async () => {
  service = await startService();
  call = await service.group('demo');
  await createLocation(call, 'NL');
  await createLocation(call, 'DE');
});

afterAll(() => service?.stop());

const table = (name: string) =>
  service.app
    .get(Database, { strict: false })
    .withConnection(async (client) => (await client.query(`select * from "${name}" order by group_id, id`)).rows);

it('users and Regions are the same after a rebuild', async () => {
  const [kept, deleted] = [
    await createUser(call, 'kept', 'property_admin', 'demo:1'),
    await createUser(call, 'deleted', 'property_admin', 'demo:1'),
  ];
  const region = (await call('POST', '/regions', { name: 'East', locationIDs: ['demo:2'] })).body;
  await call('PUT', `/regions/${region.ID}`, { name: 'Far East', reference: 'E' });
  await call('POST', '/regions', { name: 'Gone' }).then(({ body }) => call('DELETE', `/regions/${body.ID}`));
  await call('PUT', `/users/${kept.ID}`, {
    username: 'renamed',
    email: 'a@example.com',
    userRole: 'group_admin',
    password: 'another password',
  });
  await call('POST', `/users/${kept.ID}/locations`, {
    regionIDs: [region.ID],
    countryIDs: ['NL', 'FR'],
    addAccessAllLocations: true,
  });
  await call('DELETE', `/users/${kept.ID}/locations`, { locationIDs: ['demo:1'], removeAccessAllLocations: true });
  await call('DELETE', `/users/${deleted.ID}`);

  const before = { users: await table('users'), regions: await table('regions') };
  expect(before.users).toHaveLength(1);
  for (const name of ['users', 'regions']) await service.app.get(Rebuilder, { strict: false }).rebuild(name);
  expect({ users: await table('users'), regions: await table('regions') }).toEqual(before);
});

it('neither names, addresses nor passwords stand in events in clear', async () => {
  const rows = await service.app
    .get(Database, { strict: false })
    .query(EventLog.selectEvents().where('events.stream_type', '=', 'user'));
  const text = JSON.stringify(rows.map(({ data }) => data));
  expect(text).toContain('property_admin');
  for (const secret of ['kept', 'renamed', 'example.com', 'password']) expect(text).not.toContain(secret);
});
