import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '#platform/database';
import { startService, type TestGroup, type TestService } from '../support/service.js';

let service: TestService;
let other: TestGroup;
let locationID: string;
let itemID: number;
beforeAll(async () => {
  service = await startService();
  other = await service.group('other');
  locationID = await service.location();
  itemID = (await service.item(locationID)).ID;
});
afterAll(() => service?.stop());

/** Takes all turns of the kind that the Group may have, until it is let go on. */
function taken(kind: 'pages' | 'batches' | 'statistics' | 'keyed calls'): { finish(): Promise<unknown> } {
  let finish = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const database = service.get(Database);
  const { groupID } = service;
  const take = () => {
    if (kind === 'pages') return database.paged(groupID, { page: 1 }, () => gate);
    return kind === 'batches' ? database.batched(groupID, () => gate) : database.inTurn(kind, groupID, () => gate);
  };
  const all = Array.from({ length: 10 }, take);
  return {
    finish() {
      finish();
      return Promise.all(all);
    },
  };
}

const statusesOf = async (paths: readonly string[], call = service.call) =>
  (await Promise.all(paths.map((path) => call('GET', path)))).map(({ status }) => status);

it('totals wait for their turn, and what is counted without one does not', async () => {
  const others = taken('statistics');
  const lists = ['/users?limit=10', `/locations/${locationID}/users?limit=10`];
  const counted = Promise.all(lists.map((path) => service.call('GET', `${path}&count=true`)));
  expect(await statusesOf(lists)).toEqual([200, 200]);
  expect(await Promise.race([counted.then(() => 'counted'), pause(300, 'waiting')])).toBe('waiting');
  await others.finish();
  expect((await counted).map(({ headers }) => headers.get('x-total-count'))).toEqual(['0', '0']);
});

it('large and deep pages wait for those of their Group; small ones, look-ups and other Groups do not', async () => {
  const others = taken('pages');
  const small = ['/items', '/items?limit=100', '/items?limit=50&page=2', `/items?limit=100&after=${itemID}`, `/items/${itemID}`];
  const more = [
    '/requests',
    '/users?limit=100',
    '/webhooks/events',
    '/changes',
    `/items/${itemID}/history`,
    '/locations?limit=10',
  ];
  expect(await statusesOf([...small, ...more])).toEqual(Array(11).fill(200));

  const large = [
    ...['/items?limit=101', '/items?limit=1&page=101', '/items?limit=1000&status=finished', '/requests?limit=1000'],
    ...['/requests?page=1000', '/users', '/locations', '/languages', '/webhooks/events?limit=1000', '/changes?limit=1000'],
    ...[`/items/${itemID}/history?limit=1000`, `/locations/${locationID}/users`, '/regions', '/imports'],
  ];
  expect(await statusesOf(large, other.call)).toEqual(
    large.map((path) => (path.includes(`/${itemID}/`) || path.includes(locationID) ? 404 : 200)),
  );
  const answered: string[] = [];
  const waiting = large.map(async (path) => {
    const { status } = await service.call('GET', path);
    answered.push(path);
    return status;
  });
  await pause(300);
  expect(answered).toEqual([]);
  await others.finish();
  expect(await Promise.all(waiting)).toEqual(large.map(() => 200));
});

it('batches with a key wait for those of their Group; those without, single items and other Groups do not', async () => {
  const others = taken('keyed calls');
  const item = { item: 'Key', location: 'Bar', departuredDate: '2026-11-20', shipping: {}, locationID };
  const keyed = (path: string, body: object, key: string, call = service.call) =>
    call('POST', path, body, { 'Idempotency-Key': key });
  const waiting = keyed('/items/batch', { items: [item] }, 'waits');
  expect((await service.call('POST', '/items/batch', { items: [item] })).body.results[0].status).toBe(201);
  expect((await keyed('/items', item, 'alone')).status).toBe(201);
  expect((await keyed('/items/batch', { items: [item] }, 'waits', other.call)).status).toBe(200);
  expect(await Promise.race([waiting.then(() => 'registered'), pause(300, 'waiting')])).toBe('waiting');
  expect((await keyed('/items/batch', { items: [item] }, 'waits')).body.code).toBe('idempotency_conflict');
  await others.finish();
  expect((await waiting).body.results[0].status).toBe(201);
});

it('batches without a key wait for those of their Group; those with one, single items and other Groups do not', async () => {
  const others = taken('batches');
  const item = { item: 'Key', location: 'Bar', departuredDate: '2026-11-20', shipping: {}, locationID };
  const calls = [
    ['/items/batch', { items: [item] }],
    ['/items/disposals', { itemIDs: [itemID], method: 'destroyed', reason: 'perishable' }],
  ] as const;
  const waiting = Promise.all(calls.map(([path, body]) => service.call('POST', path, body)));
  expect((await service.call('POST', '/items', item)).status).toBe(201);
  expect((await service.call('POST', '/items/batch', { items: [item] }, { 'Idempotency-Key': 'beside' })).status).toBe(200);
  expect((await other.call('POST', '/items/batch', { items: [item] })).status).toBe(200);
  expect(await Promise.race([waiting.then(() => 'done'), pause(300, 'waiting')])).toBe('waiting');
  await others.finish();
  expect((await waiting).map(({ body }) => body.results[0].status)).toEqual([201, 200]);
});
