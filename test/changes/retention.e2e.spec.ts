import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';

const DAY = 24 * 60 * 60 * 1000;

let service: TestService;
let here: string;
beforeAll(async () => {
  service = await startService({ changesRetention: 30 * DAY });
  here = await service.location();
});
afterAll(() => service?.stop());

const get = (query = '') => service.call('GET', `/changes${query}`);
const listed = async (query = '') => (await get(query)).body.changes.map(({ ID }: { ID: number }) => ID);
const TOO_OLD = { status: 410, body: { code: 'cursor_too_old' } };

it('a cursor is too old at once when a change behind it is no longer kept, and not before', async () => {
  const { next: first } = (await get()).body;
  const old = await service.item(here);
  const { next: second } = (await get(`?after=${first}`)).body;
  service.clock.forward(29);
  expect(await listed(`?after=${first}`)).toEqual([old.ID]);
  service.clock.forward(2);
  const item = await service.item(here);
  expect(await get(`?after=${first}`)).toMatchObject(TOO_OLD);
  expect(await service.call('GET', `/changes/stream?after=${first}`)).toMatchObject(TOO_OLD);
  const last = { 'last-event-id': first };
  expect(await service.call('GET', '/changes/stream', undefined, last)).toMatchObject(TOO_OLD);
  // Nothing was lost behind the last change, however long ago it was.
  expect(await listed(`?after=${second}`)).toEqual([item.ID]);
});

it('a listing without a cursor begins with the oldest change that is kept', async () => {
  const oldest = await service.item(here);
  // It is listed, and gets its number, when somebody looks.
  await get();
  service.clock.forward(20);
  const later = await service.item(here);
  const begun = await get('?limit=1');
  service.clock.forward(11);
  expect(await listed()).toEqual([later.ID]);
  expect(await get(`?after=${begun.body.next}`)).toMatchObject(TOO_OLD);
  expect((await service.sql('select from changes where subject_id = $1', [oldest.ID])).length).toBeGreaterThan(0);
});

it('a Group in which nothing happened for long goes on from its last cursor', async () => {
  const { next } = (await get('?after=now')).body;
  service.clock.forward(400);
  expect(await get(`?after=${next}`)).toMatchObject({ status: 200, body: { changes: [], next, hasMore: false } });
  expect((await get()).body).toEqual({ changes: [], next, hasMore: false });
  const item = await service.item(here);
  expect(await listed(`?after=${next}`)).toEqual([item.ID]);
});
