import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Database } from '#platform/database';
import { EventFeed } from '#platform/event-store';
import { startService, type TestService } from '../support/service.js';
import { listenTo } from './listening.js';

let service: TestService;
let here: string;
beforeAll(async () => {
  service = await startService();
  here = await service.location();
});
afterAll(() => service?.stop());

const get = (after: string) => service.call('GET', `/changes?after=${after}`);
const REFUSED = { status: 400, body: { errors: [{ field: 'after', code: 'invalid_format' }] } };

/** A cursor as releases before signed ones made it, and as anybody can. */
function unsigned(number: bigint): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(number);
  const check = hash('sha256', `changes ${service.groupID} ${number}`, 'buffer').subarray(0, 4);
  return Buffer.concat([bytes, check]).toString('base64url');
}

const lastNumber = async () => BigInt((await service.sql('select max(number) as number from changes'))[0].number);

describe('a cursor that the service gave out', () => {
  it('before cursors were signed goes on where it stands', async () => {
    await get('now');
    const cursor = unsigned(await lastNumber());
    const item = await service.item(here);
    expect((await get(cursor)).body.changes).toMatchObject([{ subject: 'item', ID: item.ID, change: 'created' }]);
    expect((await get(unsigned(0n))).body.changes).toHaveLength(2);
  });

  it('in a database that was restored from before it waits there for the changes that come', async () => {
    await service.item(here);
    const { next } = (await get('now')).body;
    await service.sql('delete from changes where number = $1', [String(await lastNumber())]);
    expect(await get(next)).toMatchObject({ status: 200, body: { changes: [], next, hasMore: false } });
    const item = await service.item(here);
    expect((await get(next)).body.changes).toMatchObject([{ ID: item.ID }]);
  });
});

describe('a cursor of a place that was never given out is refused', () => {
  it.each([
    ['ahead of all', 2n ** 53n - 1n],
    ['just behind the last', 1n],
    ['between two', -1n],
  ])('%s', async (_where, moved) => {
    await service.item(here);
    await get('now');
    const number = moved > 2n ? moved : (await lastNumber()) + moved;
    expect(await get(unsigned(number))).toMatchObject(REFUSED);
    const stream = await service.call('GET', '/changes/stream', undefined, { 'last-event-id': unsigned(number) });
    expect(stream).toMatchObject({ status: 400, body: { errors: [{ field: 'Last-Event-ID' }] } });
  });

  it('moved by hand', async () => {
    const bytes = Buffer.from((await get('now')).body.next, 'base64url');
    bytes.writeBigUInt64BE(2n ** 53n - 1n);
    expect(await get(bytes.toString('base64url'))).toMatchObject(REFUSED);
  });

  it('by a key that there never was', async () => {
    const bytes = Buffer.from((await get('now')).body.next, 'base64url');
    bytes.writeUInt32BE((bytes.readUInt32BE(8) ^ 1) >>> 0, 8);
    expect(await get(bytes.toString('base64url'))).toMatchObject(REFUSED);
  });
});

it('a stream that is ahead of the listing waits, and so do the others of its Group', async () => {
  await service.item(here);
  const { next } = (await get('now')).body;
  await service.sql('delete from changes where number = $1', [String(await lastNumber())]);
  const streams = [await listenTo(service.url, service.token, '', { 'last-event-id': next })];
  await vi.waitFor(() => expect(streams[0]!.id()).toBe(next), 50_000);
  for (let count = 0; count < 5; count++) streams.push(await listenTo(service.url, service.token));
  const rounds = vi.spyOn(service.get(EventFeed), 'next');
  const lookUps = vi.spyOn(service.get(Database), 'lookUp');
  await vi.waitFor(() => expect(rounds.mock.calls.length).toBeGreaterThan(4), { timeout: 50_000 });
  // Each round reads what is new, once for all of them, and each stream has looked where it begins.
  expect(lookUps.mock.calls.length).toBeLessThan(4 * streams.length);
  const item = await service.item(here);
  const told = () => streams.map(({ events }) => events.map(({ ID }) => ID));
  await vi.waitFor(() => expect(told()).toEqual(streams.map(() => [item.ID])), { timeout: 50_000 });
  for (const stream of streams) stream.close();
});
