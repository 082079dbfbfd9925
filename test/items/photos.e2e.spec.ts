import { readdirSync } from 'node:fs';
import { CommandBus } from '@nestjs/cqrs';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EraseItem } from '#contexts/items';
import type { Call } from '../support/call.js';
import { checkedFetch } from '../support/contract.js';
import { createUser, registerItem } from '../support/records.js';
import { type ImageService, startImageService } from './image-service.js';

const PUBLIC_URL = 'https://lost.example';
const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'red', noise } })
  .webp()
  .toBuffer();
const small = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
  .png()
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

const form = (file: Buffer) => {
  const data = new FormData();
  data.set('image', new Blob([new Uint8Array(file)]), 'photo');
  return data;
};
const add = async (file = small, to = path, by = call) => by('POST', `${to}/photos`, form(file));
const item = async () => (await call('GET', path)).body;
const photos = async () => (await call('GET', `${path}/photos`)).body as { ID: number; url: string; thumbnailUrl: string }[];
const served = (url: string) => checkedFetch(url.replace(PUBLIC_URL, service.url));
const kept = () => readdirSync(service.folder).filter((name) => name.startsWith(`${service.groupID}-${itemID}-`)).length;

describe('a photo of an item', () => {
  it('is added with its thumbnail, and the first is the item’s image', async () => {
    const added = await add(picture);
    expect(added).toMatchObject({ status: 201, body: { ID: 1, url: expect.any(String), createdAt: expect.any(String) } });
    expect(added.headers.get('location')).toBe(`/api/v2${path}/photos/1`);
    const record = await item();
    expect(record).toMatchObject({ imageUrl: added.body.url, photos: [added.body] });
    expect(await photos()).toEqual(record.photos);
    const [whole, thumbnail] = await Promise.all([served(added.body.url), served(added.body.thumbnailUrl)]);
    const sizeOf = async (answer: Response) => {
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      return [answer.status, answer.headers.get('content-security-policy'), width, height];
    };
    const policy = "default-src 'none'; sandbox";
    expect(await sizeOf(whole as Response)).toEqual([200, policy, 900, 600]);
    expect(await sizeOf(thumbnail as Response)).toEqual([200, policy, 320, 213]);
    expect(kept()).toBe(2);
  });

  it('that is small is its own thumbnail', async () => {
    const { body } = await add();
    expect(body.thumbnailUrl).toBe(body.url);
    expect(kept()).toBe(1);
  });

  it('is removed with its thumbnail, and the next is the item’s image', async () => {
    const [first, second] = [(await add(picture)).body, (await add()).body];
    expect((await call('DELETE', `${path}/photos/${first.ID}`)).status).toBe(204);
    expect(await item()).toMatchObject({ imageUrl: second.url, photos: [{ ID: 2 }] });
    expect([(await served(first.url)).status, (await served(first.thumbnailUrl)).status]).toEqual([404, 404]);
    expect(kept()).toBe(1);
    expect((await call('DELETE', `${path}/photos/${first.ID}`)).body).toMatchObject({ status: 404, code: 'not_found' });
    expect((await call('DELETE', `${path}/photos/${second.ID}`)).status).toBe(204);
    expect(await item()).toMatchObject({ imageUrl: null, photos: [] });
    expect((await add()).body.ID).toBe(3);
  });

  it('is the eleventh of none', async () => {
    for (let n = 0; n < 10; n++) expect((await add()).status).toBe(201);
    expect(await add()).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
    expect(kept()).toBe(10);
    const uploaded = await call('POST', `${path}/upload-image`, form(small));
    expect(uploaded.status).toBe(200);
    const after = await photos();
    expect(after.map(({ ID }) => ID)).toEqual([11, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(uploaded.body.imageUrl).toBe(after[0]!.url);
    expect(kept()).toBe(10);
  });

  it('is put in order with all others', async () => {
    for (let n = 0; n < 3; n++) await add();
    const before = await photos();
    const ordered = await call('PUT', `${path}/photos`, { photoIDs: [3, 1, 2] });
    expect(ordered).toMatchObject({ status: 200, body: [before[2], before[0], before[1]] });
    expect(await item()).toMatchObject({ imageUrl: before[2]!.url, photos: ordered.body });
    for (const photoIDs of [[3, 1], [3, 1, 4], [3, 1, 1], [3, 1, 2, 2], 'all', undefined])
      expect(await call('PUT', `${path}/photos`, { photoIDs }), String(photoIDs)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ field: expect.stringMatching(/^photoIDs/) }] },
      });
    expect(await photos()).toEqual(ordered.body);
  });

  it('is an item’s image, wherever that was given', async () => {
    const imageUrl = 'https://elsewhere.example/a.jpg';
    const old = await registerItem(call, locationID, { imageUrl });
    const one = { ID: 1, url: imageUrl, thumbnailUrl: imageUrl, createdAt: old.createdAt };
    expect(old.photos).toEqual([one]);
    const { body } = await add(small, `/items/${old.ID}`);
    expect((await call('GET', `/items/${old.ID}`)).body.photos).toEqual([one, body]);
    const cleared = await call('PUT', `/items/${old.ID}`, { imageUrl: null });
    expect(cleared.body).toMatchObject({ imageUrl: null, photos: [] });
    expect((await served(body.url)).status).toBe(404);
  });

  it('is told of as a change of the item', async () => {
    const { next } = (await call('GET', '/changes?after=now')).body;
    await add();
    await add();
    const { changes } = (await call('GET', `/changes?after=${next}`)).body;
    expect(changes.map((change: { fields: string[] }) => [...change.fields].sort())).toEqual([
      ['imageUrl', 'photos'],
      ['photos'],
    ]);
  });

  it('is written to CSV as its address', async () => {
    const { body } = await add();
    const { body: csv } = await call('GET', `/items/export?format=csv&locationID=${locationID}`);
    expect(csv).toContain(body.url);
    expect(csv).not.toContain('[object Object]');
  });

  it('is erased with the item, every file of it', async () => {
    await add(picture);
    await add(picture);
    expect(kept()).toBe(4);
    await service.get(CommandBus).execute(new EraseItem(service.groupID, itemID));
    expect(kept()).toBe(0);
    expect(await service.sql('select photos::text from items where id = $1', [itemID])).toEqual([{ photos: null }]);
  });

  it('is added once however often the call is repeated', async () => {
    const post = () => call('POST', `${path}/photos`, form(small), { 'idempotency-key': `photo-${itemID}` });
    const [first, again] = [await post(), await post()];
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await photos()).toHaveLength(1);
  });

  it('is a Limited Sub-User’s business where it registered the item', async () => {
    await createUser(call, `limited-${itemID}`, 'limited_subuser', locationID);
    const { accessToken } = await service.signIn(`limited-${itemID}`);
    const limited = service.as(accessToken);
    const own = `/items/${(await registerItem(limited, locationID)).ID}`;
    expect((await add(small, own, limited)).status).toBe(201);
    expect((await limited('GET', `${own}/photos`)).body).toHaveLength(1);
    expect((await limited('PUT', `${own}/photos`, { photoIDs: [1] })).status).toBe(200);
    expect((await limited('DELETE', `${own}/photos/1`)).status).toBe(204);
    expect((await add(small, path, limited)).status).toBe(403);
    expect((await limited('GET', `${path}/photos`)).status).toBe(403);
  });
});
