import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WAITING_FOR_US } from '../support/database.js';
import { UMBRELLA } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let other: pg.Client;
beforeAll(async () => {
  service = await startService();
  other = new pg.Client({ connectionString: service.options.databaseUrl });
  await other.connect();
});
afterAll(async () => {
  await other?.end();
  await service?.stop();
});

/** What somebody else commits after the call has read its facts and before it keeps its events. */
async function meanwhile(record: string, change: string, call: () => ReturnType<TestService['call']>) {
  await other.query('begin');
  await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [record]);
  const answer = call();
  await expect.poll(async () => (await other.query(WAITING_FOR_US)).rowCount, { timeout: 50_000 }).toBe(1);
  await other.query(change);
  await other.query('commit');
  return answer;
}

describe('what a command relies on holds until it is kept', () => {
  it('no item is registered at a Location that is deactivated in between', async () => {
    const locationID = await service.location();
    const deactivated = `update locations set active = false where location_id = '${locationID}'`;
    const answer = await meanwhile('1/location/1', deactivated, () =>
      service.call('POST', '/items', { ...UMBRELLA, locationID }),
    );
    expect(answer).toMatchObject({ status: 409, body: { code: 'location_deactivated' } });
    expect((await other.query('select from items')).rowCount).toBe(0);
  });

  it('no Request is made at a Location that is deactivated in between', async () => {
    const locationID = await service.location();
    const deactivated = `update locations set active = false where location_id = '${locationID}'`;
    const request = () => service.call('POST', `/locations/${locationID}/requests`, { request: 'Umbrella' });
    expect(await meanwhile('1/location/2', deactivated, request)).toMatchObject({
      status: 409,
      body: { code: 'location_deactivated' },
    });
  });
});
