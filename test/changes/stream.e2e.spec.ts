import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiTokens } from '#contexts/sign-in';
import { createUser } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { type Listening, listenTo } from './listening.js';

let service: TestService;
let here: string;
let there: string;
let stopping: Promise<void> | undefined;
beforeAll(async () => {
  service = await startService();
  here = await service.location();
  there = await service.location();
});
afterAll(() => stopping ?? service?.stop());

const open: Listening[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

async function listen(query = '', token = service.token, headers: Record<string, string> = {}): Promise<Listening> {
  const listening = await listenTo(service.url, token, query, headers);
  open.push(listening);
  return listening;
}

const told = ({ events }: Listening) => events.map(({ subject, ID, change }) => [subject, ID, change]);
const cursors = ({ events }: Listening) => events.map(({ cursor }) => cursor);

/** Waits until the stream has told so much. */
const until = (listening: Listening, count: number) =>
  vi.waitFor(() => expect(told(listening).length).toBeGreaterThanOrEqual(count), { timeout: 50_000 });

describe('GET /changes/stream', () => {
  it('begins now, and sends the entries of the listing as they are committed', async () => {
    await service.item(here);
    const stream = await listen();
    expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(stream.response.headers.get('cache-control')).toBe('no-store');
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.response.headers.get('content-encoding')).toBeNull();
    const item = await service.item(here);
    await until(stream, 1);
    expect(told(stream)).toEqual([['item', item.ID, 'created']]);
    const { body } = await service.call('GET', '/changes?limit=1000');
    expect(stream.events).toEqual(body.changes.slice(-1));
    expect(stream.id()).toBe(stream.events[0]!.cursor);
  });

  it('says where it begins before anything is committed, so that a reader that loses it then misses nothing', async () => {
    const stream = await listen();
    await vi.waitFor(() => expect(stream.id()).not.toBe(''), 50_000);
    stream.close();
    const item = await service.item(here);
    const again = await listen('', service.token, { 'last-event-id': stream.id() });
    await until(again, 1);
    expect(told(again)).toEqual([['item', item.ID, 'created']]);
  });

  it('goes on behind Last-Event-ID, else behind after, and has every entry once', async () => {
    const { body } = await service.call('GET', '/changes?limit=2');
    const [from, later] = await Promise.all([
      listen(`?after=${body.next}`),
      listen('?after=now', service.token, { 'last-event-id': body.next }),
    ]);
    const items = await Promise.all(Array.from({ length: 30 }, () => service.item(here)));
    const all = (await service.call('GET', `/changes?limit=1000&after=${body.next}`)).body.changes;
    const last = await service.item(here);
    for (const stream of [from, later]) {
      // Whatever came twice would have come before the last.
      await vi.waitFor(() => expect(told(stream).at(-1)).toEqual(['item', last.ID, 'created']), { timeout: 50_000 });
      expect(stream.events.slice(0, -1)).toEqual(all);
    }
    expect(new Set(cursors(from)).size).toBe(all.length + 1);
    expect(all.length).toBeGreaterThan(items.length);
  });

  it('takes a subject and a Location, and leaves out what is out of reach', async () => {
    await createUser(service.call, 'listener', 'overview_subuser', here);
    const { accessToken } = await service.signIn('listener');
    const [items, places, scoped] = await Promise.all([
      listen('?subject=location'),
      listen(`?locationID=${there}`),
      listen('', accessToken),
    ]);
    const one = await service.item(here);
    const other = await service.item(there);
    await service.call('PUT', `/locations/${here}`, { reference: 'North' });
    await service.call('PUT', `/locations/${there}`, { reference: 'South' });
    const last = await service.item(here);
    await Promise.all([until(items, 2), until(places, 2), until(scoped, 3)]);
    expect(told(items)).toEqual([
      ['location', here, 'updated'],
      ['location', there, 'updated'],
    ]);
    expect(told(places)).toEqual([
      ['item', other.ID, 'created'],
      ['location', there, 'updated'],
    ]);
    expect(told(scoped)).toEqual([
      ['item', one.ID, 'created'],
      ['location', here, 'updated'],
      ['item', last.ID, 'created'],
    ]);
  });

  it.each([
    ['?after=nonsense', {}, 'after'],
    ['', { 'last-event-id': 'nonsense' }, 'Last-Event-ID'],
    ['?subject=user', {}, 'subject'],
    ['?locationID=demo:99', {}, 'locationID'],
    ['?limit=5', {}, 'limit'],
  ])('refuses %s %j', async (query, headers, field) => {
    const answer = await service.call('GET', `/changes/stream${query}`, undefined, headers as Record<string, string>);
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ field }] } });
  });

  it('ends within 5 seconds of the end of its token', async () => {
    const { token, id } = await service.get(ApiTokens).create(service.groupID);
    await createUser(service.call, 'leaving', 'overview_subuser', here);
    const user = await service.signIn('leaving');
    const streams = [await listen('', token), await listen('', user.accessToken)];
    const kept = await listen();
    await vi.waitFor(() => expect([...streams, kept].map((stream) => stream.id())).not.toContain(''), 50_000);
    await service.get(ApiTokens).revoke(id);
    await service.as(null)('POST', '/auth/logout', { refreshToken: user.refreshToken });
    const began = Date.now();
    await Promise.all(streams.map(({ ended }) => ended));
    expect(Date.now() - began).toBeLessThan(5_000);
    const item = await service.item(here);
    await until(kept, 1);
    expect(told(kept)).toEqual([['item', item.ID, 'created']]);
  });

  it('ends with its token too when it began just as the last one had gone, while changes were still being read', async () => {
    const before = await listen();
    await vi.waitFor(() => expect(before.id()).not.toBe(''), 50_000);
    const { token, id } = await service.get(ApiTokens).create(service.groupID);
    const locker = new pg.Client({ connectionString: service.options.databaseUrl });
    await locker.connect();
    await locker.query('begin; lock table event_feed in access exclusive mode');
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitFor(async () => expect(await service.sql(waiting)).not.toEqual([]), 50_000);
    before.close();
    await pause(1_200);
    const stream = await listen(`?after=${before.id()}`, token);
    await locker.query('commit');
    await locker.end();
    const item = await service.item(here);
    await until(stream, 1);
    expect(told(stream)).toEqual([['item', item.ID, 'created']]);
    await service.get(ApiTokens).revoke(id);
    await stream.ended;
  });

  it('costs one look at the log for all streams of a process, and is sent to every one', async () => {
    const streams = await Promise.all(Array.from({ length: 60 }, () => listen()));
    const item = await service.item(here);
    await Promise.all(streams.map((stream) => until(stream, 1)));
    for (const stream of streams) expect(told(stream)).toEqual([['item', item.ID, 'created']]);
  });

  it('ends at once when the service stops', async () => {
    const stream = await listen();
    const began = Date.now();
    stopping = service.stop();
    await stream.ended;
    expect(Date.now() - began).toBeLessThan(5_000);
  });
});
