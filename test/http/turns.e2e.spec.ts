import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '#platform/database';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let locationID: string;
beforeAll(async () => {
  service = await startService();
  locationID = await service.location();
});
afterAll(() => service?.stop());

it('totals wait for their turn, and what is counted without one does not', async () => {
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const others = Array.from({ length: 10 }, () => service.get(Database).inTurn('statistics', () => gate));
  const lists = ['/users', `/locations/${locationID}/users`];
  const counted = Promise.all(lists.map((path) => service.call('GET', `${path}?count=true`)));
  const plain = await Promise.all(lists.map((path) => service.call('GET', path)));
  expect(plain.map(({ status }) => status)).toEqual([200, 200]);
  expect(await Promise.race([counted.then(() => 'counted'), pause(300, 'waiting')])).toBe('waiting');
  goOn();
  expect((await counted).map(({ headers }) => headers.get('x-total-count'))).toEqual(['0', '0']);
  await Promise.all(others);
});
