import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '#platform/database';
import { EventLog, Rebuilder } from '#platform/event-store';
import type { Call } from '../support/call.js';
import { createRegion, createUser, inCountry } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let call: Call;

beforeAll(async () => {
  service = await startService();
  call = service.call;
  await service.location();
  await service.location(inCountry('DE'));
});

afterAll(() => service?.stop());

const table = (name: string) => service.sql(`select * from "${name}" order by group_id, id`);

it('users and Regions are the same after a rebuild', async () => {
  const [kept, deleted] = [
    await createUser(call, 'kept', 'property_admin', 'demo:1'),
    await createUser(call, 'deleted', 'property_admin', 'demo:1'),
  ];
  const region = await createRegion(call, 'East', 'demo:2');
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
  for (const name of ['users', 'regions']) await service.get(Rebuilder).rebuild(name);
  expect({ users: await table('users'), regions: await table('regions') }).toEqual(before);
});

it('neither names, addresses nor passwords stand in events in clear', async () => {
  const rows = await service.get(Database).query(EventLog.selectEvents().where('events.stream_type', '=', 'user'));
  const text = JSON.stringify(rows.map(({ data }) => data));
  expect(text).toContain('property_admin');
  expect(['kept', 'renamed', 'example.com', 'password'].filter((secret) => text.includes(secret))).toEqual([]);
});
