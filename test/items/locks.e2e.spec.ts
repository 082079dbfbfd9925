import { afterAll, beforeAll, expect, it } from 'vitest';
import { connected } from '../support/database.js';
import { createLocation, registerItem } from '../support/records.js';
import { startService, type TestGroup, type TestService } from '../support/service.js';

let service: TestService;
let other: TestGroup;
let theirs: string;
let [seven, eight] = [0, 0];
beforeAll(async () => {
  service = await startService();
  other = await service.group('other');
  theirs = await createLocation(other.call);
  const locationID = await service.location();
  [seven, eight] = [(await service.item(locationID)).ID, (await service.item(locationID)).ID];
});
afterAll(() => service?.stop());

it('items that are locked keep no other Group waiting, and are changed when the lock ends', async () => {
  await connected(service.options.databaseUrl, async (client) => {
    await client.query('begin');
    await client.query('update items set version = version where id = any($1)', [[seven, eight]]);
    const changing = [seven, eight, seven, eight].map((ID) => service.call('PUT', `/items/${ID}`, { itemStorage: 'Shelf 7' }));
    // All of them are answered while the rows are locked.
    for (let n = 0; n < 5; n++) {
      await Promise.all(Array.from({ length: 8 }, () => registerItem(other.call, theirs)));
      expect((await service.call('GET', `/items/${seven}`)).body.itemStorage).toBeNull();
    }
    await client.query('rollback');
    expect((await Promise.all(changing)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

it('items that two clients change crosswise cost no deadlock', async () => {
  const deadlocks = async () =>
    (await service.sql('select deadlocks::int from pg_stat_database where datname = current_database()'))[0];
  const before = await deadlocks();
  for (let n = 0; n < 25; n++) {
    const pairs = [seven, eight, eight, seven].map((ID, place) =>
      service.call('PUT', `/items/${ID}`, { itemStorage: `${n}-${place}` }),
    );
    expect((await Promise.all(pairs)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
  expect(await deadlocks()).toEqual(before);
});

it('a registration takes no lock on the row that all of its Group share', async () => {
  const locationID = await service.location();
  await connected(service.options.databaseUrl, async (client) => {
    await client.query('begin');
    await client.query('select from groups for update');
    await registerItem(service.call, locationID);
    const headers = { 'idempotency-key': 'locked-group' };
    expect((await service.call('PUT', `/items/${seven}`, { itemStorage: 'Shelf 8' }, headers)).status).toBe(200);
    await client.query('rollback');
  });
});
