import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../support/call.js';
import { checkedFetch } from '../support/contract.js';
import { registerItem } from '../support/records.js';
import { type ImageService, startImageService } from './image-service.js';

const PUBLIC_URL = 'https://lost.example';
const HOUR = 1 / 24;
const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'red', noise } })
  .jpeg()
  .toBuffer();

let service: ImageService;
let call: Call;
let locationID: string;
beforeAll(async () => {
  service = await startImageService(PUBLIC_URL);
  ({ call, locationID } = service);
});
afterAll(() => service?.stop());

let path: string;
let itemID: number;
beforeEach(async () => {
  ({ ID: itemID } = await registerItem(call, locationID));
  path = `/items/${itemID}`;
});

const add = async (headers?: Record<string, string>) => {
  const data = new FormData();
  data.set('image', new Blob([new Uint8Array(picture)]), 'photo');
  return call('POST', `${path}/photos`, data, headers);
};
const handle = (handling: string) => call('PUT', path, { handling });
const served = (url: string) => checkedFetch(url.replace(PUBLIC_URL, service.url));
const statusOf = async (url: string) => (await served(url)).status;
type Shown = { ID: number; imageUrl: string; photos: { url: string; thumbnailUrl: string }[] };
const addressesIn = ({ imageUrl, photos }: Shown) => [
  imageUrl,
  ...photos.flatMap(({ url, thumbnailUrl }) => [url, thumbnailUrl]),
];
const read = async () => addressesIn((await call('GET', path)).body);

describe('pictures of a deleted item', () => {
  it.each(['normal', 'document'])('of handling %s are gone, each of them', async (handling) => {
    await add();
    await handle(handling);
    const addresses = await read();
    expect(await Promise.all(addresses.map(statusOf))).toEqual([200, 200, 200]);
    await call('DELETE', path);
    expect(await Promise.all(addresses.map(statusOf))).toEqual([404, 404, 404]);
  });
});

describe('pictures of a document or a discreet item', () => {
  it.each(['document', 'discreet'])(
    'of handling %s have addresses that end after an hour, new at each reading',
    async (handling) => {
      await add();
      const lasting = await read();
      await handle(handling);
      const [first, second] = [await read(), await read()];
      expect(new Set([...lasting, ...first, ...second]).size).toBe(2 + 3 + 3);
      for (const url of [...first, ...second]) {
        const answer = await served(url);
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
        expect(url).toMatch(/^https:\/\/lost\.example\/images\/[\w-]+\.jpg$/);
      }
      expect(await Promise.all(lasting.map(statusOf))).toEqual([404, 404, 404]);
      service.clock.forward(HOUR);
      expect(await Promise.all([...first, ...second].map(statusOf))).toEqual(Array(6).fill(404));
      expect(await Promise.all((await read()).map(statusOf))).toEqual([200, 200, 200]);
    },
  );

  it('have lasting addresses again once they are neither', async () => {
    await add();
    const lasting = await read();
    await handle('discreet');
    await handle('normal');
    expect(await read()).toEqual(lasting);
    expect((await served(lasting[0]!)).headers.get('cache-control')).toBe('private, max-age=86400');
  });

  it('have them wherever a record is read, kept or sent again', async () => {
    await handle('document');
    const key = { 'Idempotency-Key': 'photo-1' };
    const post = () => add(key);
    const [added, again] = [await post(), await post()];
    expect([added.status, again.status, again.body.ID]).toEqual([201, 201, added.body.ID]);
    const exported = async () => {
      const headers = { authorization: `Bearer ${service.token}` };
      const text = await (await checkedFetch(`${service.url}/api/v2/items/export?format=ndjson`, { headers })).text();
      return JSON.parse(text.split('\n').find((line) => line.startsWith(`{"ID":${itemID},`))!);
    };
    const mine = ({ items }: { items: Shown[] }) => items.find(({ ID }) => ID === itemID)!;
    const places: Record<string, () => Promise<string[]>> = {
      'the record': read,
      'the photos': async () => (await call('GET', `${path}/photos`)).body.map(({ url }: { url: string }) => url),
      'the newest': async () => addressesIn(mine((await call('GET', '/items')).body)),
      'a Location': async () => addressesIn(mine((await call('GET', `/locations/${locationID}/items`)).body)),
      'a change': async () => addressesIn((await call('PUT', path, {})).body),
      'the search': async () => addressesIn(mine((await call('GET', '/search?q=umbrella')).body)),
      'an export': async () => addressesIn(await exported()),
    };
    const known = new Set([added.body.url, again.body.url]);
    expect(known.size).toBe(2);
    for (const [place, addresses] of Object.entries(places)) {
      for (let reading = 0; reading < 3; reading++) {
        for (const url of await addresses()) {
          expect([known.has(url), await statusOf(url)], place).toEqual([false, 200]);
          known.add(url);
        }
      }
    }
  });

  it('are not said to be unchanged, though their record is', async () => {
    await add();
    const { headers } = await call('GET', path);
    const since = { 'If-None-Match': headers.get('etag')! };
    const url = `${service.url}/api/v2${path}`;
    const unchanged = () => checkedFetch(url, { headers: { ...since, authorization: `Bearer ${service.token}` } });
    expect((await unchanged()).status).toBe(304);
    await handle('document');
    since['If-None-Match'] = (await call('GET', path)).headers.get('etag')!;
    expect((await unchanged()).status).toBe(200);
  });

  it('stay the same pictures when a record is sent back as it was read', async () => {
    await add();
    await handle('document');
    const before = (await call('GET', path)).body as Shown;
    const { body } = await call('PUT', path, { imageUrl: before.imageUrl });
    expect([body.photos.length, body.photos[0].ID, body.updatedAt]).toEqual([
      1,
      1,
      (before as never as { updatedAt: string }).updatedAt,
    ]);
    service.clock.forward(2 * HOUR);
    await call('PUT', path, { imageUrl: before.imageUrl, brand: 'Rimowa' });
    expect(await Promise.all((await read()).map(statusOf))).toEqual([200, 200, 200]);
  });

  it('are opened by nobody who alters an address, or has that of another record', async () => {
    await add();
    await handle('document');
    const [address] = await read();
    const at = address!.lastIndexOf('/') + 9;
    const altered = address!.slice(0, at) + (address![at] === 'A' ? 'B' : 'A') + address!.slice(at + 1);
    expect(await statusOf(altered)).toBe(404);
    expect(await statusOf(`${PUBLIC_URL}/images/99999999999-99999999999-${'0'.repeat(32)}.jpg`)).toBe(404);
    const other = await registerItem(call, locationID, { imageUrl: address, handling: 'document' });
    expect(addressesIn(other)[0]).toBe(address);
  });

  it('are in the history as they are kept, and say nothing where nothing changed', async () => {
    await add();
    await handle('document');
    await call('PUT', path, { brand: 'Rimowa' });
    const { events } = (await call('GET', `${path}/history`)).body as { events: { changes: { field: string }[] }[] };
    const fields = events.map(({ changes }) => changes.map(({ field }) => field));
    expect(fields).toContainEqual(['brand']);
    expect(fields).toContainEqual(['handling']);
  });
});
