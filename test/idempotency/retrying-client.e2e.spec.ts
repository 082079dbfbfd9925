import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '#platform/database';
import { connect, registerItem } from '../../clients/typescript/src/index.js';
import { WAITING_FOR_US } from '../support/database.js';
import { UMBRELLA } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let locationID: string;
beforeAll(async () => {
  service = await startService();
  locationID = await service.location();
  // What a caller may do is read once and kept: the call below waits where it decides, with its key taken.
  await service.call('GET', '/me');
});
afterAll(() => service?.stop());

it('a POST that is cut off while the service is at it is tried again until its answer is told, and acts once', async () => {
  const connection = new AbortController();
  const refused = Promise.withResolvers<void>();
  const answers: number[] = [];
  let attempts = 0;
  async function cutOffOnce(request: Request): Promise<Response> {
    attempts += 1;
    const answer = await fetch(request, attempts === 1 ? { signal: connection.signal } : {});
    answers.push(answer.status);
    if (answer.status === 409) refused.resolve();
    return answer;
  }
  const client = connect({ baseUrl: service.url, token: service.token, firstDelay: 10, attempts: 10, fetch: cutOffOnce });
  const { registering } = await service.get(Database).transaction(async (transaction) => {
    await transaction.query('lock table locations in access exclusive mode');
    const call = registerItem({ client, body: { ...UMBRELLA, locationID } });
    await expect.poll(async () => (await transaction.query(WAITING_FOR_US)).rowCount, { timeout: 50_000 }).toBeGreaterThan(0);
    connection.abort();
    await Promise.race([refused.promise, call]);
    return { registering: call };
  });
  const { data, response } = await registering;
  expect(response?.status).toBe(201);
  expect(response?.headers.get('Idempotent-Replayed')).toBe('true');
  expect(answers[0]).toBe(409);
  const items = await service.sql('select id from items');
  expect(items.map(({ id }) => Number(id))).toEqual([data?.ID]);
});
