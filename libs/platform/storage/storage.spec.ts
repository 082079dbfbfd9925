import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type FileHandle, mkdir, open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../test/support/free-port.js';
import { type S3Server, startS3 } from '../../../test/support/s3-server.js';
import { FolderStorage, S3Storage, type Storage } from './index.js';

/** The most keys that S3 names in one answer. */
const PAGE = 1_000;

const photo = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3]);
const folder = mkdtempSync(join(tmpdir(), 'storage-'));
let server: S3Server;
beforeAll(async () => {
  server = await startS3(join(folder, 's3'), 'images');
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

function bucket(changes: object = {}): S3Storage {
  const account = { region: 'us-east-1', bucket: 'images', accessKeyID: 'S3RVER', secretAccessKey: 'S3RVER' };
  return new S3Storage({ endpoint: server.url, ...account, ...changes });
}

async function listed(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage.keys()) keys.push(key);
  return keys;
}

/** Everything that lies where a storage keeps its files. */
const lying: Record<string, () => Promise<string[]>> = {
  'a folder': async () => readdirSync(join(folder, 'made', 'on', 'demand')).sort(),
  'an S3 bucket': async () =>
    readdirSync(join(folder, 's3', 'images'), { recursive: true })
      .map(String)
      .sort(),
};

const storages: [string, () => Storage][] = [
  ['a folder', () => new FolderStorage(join(folder, 'made', 'on', 'demand'))],
  ['an S3 bucket', () => bucket()],
];

/** Files that file systems, snapshots, probes and people leave beside images. */
const leave: Record<string, () => Promise<unknown>> = {
  async 'a folder'() {
    const place = join(folder, 'made', 'on', 'demand');
    await Promise.all(['lost+found', '.snapshot', 'snapshots'].map((name) => mkdir(join(place, name), { recursive: true })));
    await Promise.all(['.check-0', 'Thumbs.db', 'notes to self.txt'].map((name) => writeFile(join(place, name), 'x')));
  },
  async 'an S3 bucket'() {
    const client = new AwsClient({ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1', service: 's3' });
    for (const key of ['logs/2026.txt', 'Thumbs.db', 'a%26b.txt']) {
      expect((await client.fetch(`${server.url}/images/${key}`, { method: 'PUT', body: 'x' })).status).toBe(200);
    }
  },
};

describe.each(storages)('%s', (name, storageOf) => {
  it('gives back what was put until it is deleted', async () => {
    const storage = storageOf();
    await storage.put('1-7-ab.jpg', photo, 'image/jpeg');
    const file = await storage.get('1-7-ab.jpg');
    expect(file!.size).toBe(photo.length);
    expect(await buffer(file!.stream)).toEqual(photo);
    await storage.delete('1-7-ab.jpg');
    expect(await storage.get('1-7-ab.jpg')).toBeNull();
    await storage.delete('1-7-ab.jpg');
  });

  it('lists every key once, also when they are more than a server names at a time', async () => {
    const storage = storageOf();
    const keys = Array.from({ length: PAGE + 30 }, (_, number) => `listed-${String(number).padStart(4, '0')}.jpg`);
    for (let at = 0; at < keys.length; at += 50) {
      await Promise.all(keys.slice(at, at + 50).map((key) => storage.put(key, photo, 'image/jpeg')));
    }
    expect((await listed(storage)).sort()).toEqual(keys);
    for (let at = 0; at < keys.length; at += 50) {
      await Promise.all(keys.slice(at, at + 50).map((key) => storage.delete(key)));
    }
    expect(await listed(storage)).toEqual([]);
  }, 60_000);

  it('says when a file was stored, and lists those of a prefix alone', async () => {
    const storage = storageOf();
    await storage.put('erasure-1.json', photo, 'application/json');
    await storage.put('1-9-ab.jpg', photo, 'image/jpeg');
    expect(Math.abs((await storage.storedAt('1-9-ab.jpg'))!.getTime() - Date.now())).toBeLessThan(60_000);
    expect(await storage.storedAt('1-10-ab.jpg')).toBeNull();
    const found: string[] = [];
    for await (const key of storage.keys('erasure-')) found.push(key);
    expect(found).toEqual(['erasure-1.json']);
    for (const key of ['erasure-1.json', '1-9-ab.jpg']) await storage.delete(key);
  });

  it('lists nothing that others left in its place', async () => {
    const storage = storageOf();
    await leave[name]!();
    await storage.put('1-8-ab.jpg', photo, 'image/jpeg');
    const keys = await listed(storage);
    expect(keys).toEqual(['1-8-ab.jpg']);
    for (const key of keys) (await storage.get(key))!.stream.destroy();
  });

  it('says that it can store, and leaves nothing behind', async () => {
    const before = await lying[name]!();
    await storageOf().check();
    await storageOf().check();
    expect(await lying[name]!()).toEqual(before);
  });

  it('takes no key that leads elsewhere', async () => {
    for (const key of ['../secret.key', 'a/b.jpg', '.hidden', '', 'a\0b', 'a?b', 'A.jpg']) {
      await expect(storageOf().get(key), key).rejects.toThrow('not a valid storage key');
      await expect(storageOf().put(key, photo, 'image/jpeg'), key).rejects.toThrow('not a valid storage key');
      await expect(storageOf().delete(key), key).rejects.toThrow('not a valid storage key');
    }
  });
});

it('a folder that can’t be written is unavailable', async () => {
  await new FolderStorage(folder).put('file.jpg', photo);
  await expect(new FolderStorage(join(folder, 'file.jpg')).put('a.jpg', photo)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(readdirSync(folder)).toContain('file.jpg');
});

it('a file that can’t be inspected is unavailable and is closed', async () => {
  const storage = new FolderStorage(folder);
  await storage.put('looked-at.jpg', photo);
  const other = await open(join(folder, 'looked-at.jpg'));
  await other.close();
  let file: FileHandle | undefined;
  vi.spyOn(Object.getPrototypeOf(other), 'stat').mockImplementationOnce(function (this: FileHandle) {
    file = this;
    return Promise.reject(new Error('ESTALE'));
  });
  await expect(storage.get('looked-at.jpg')).rejects.toMatchObject({ kind: 'unavailable' });
  expect(file!.fd).toBe(-1);
});

it('a bucket is asked whether it is there, not more than once in a while, and says why it is not', async () => {
  await bucket().check();
  const storage = bucket({ bucket: 'none' });
  const because = (text: string) => ({ cause: expect.objectContaining({ message: expect.stringContaining(text) }) });
  await expect(storage.check()).rejects.toMatchObject(because('there is no bucket "none"'));
  const asked = vi.spyOn(AwsClient.prototype, 'fetch');
  await Promise.all(Array.from({ length: 10 }, () => expect(storage.check()).rejects.toMatchObject(because('no bucket'))));
  expect(asked).not.toHaveBeenCalled();
  const nobody = `http://127.0.0.1:${await freePort()}`;
  await expect(bucket({ endpoint: nobody }).check()).rejects.toMatchObject(because('nothing listens there'));
  await expect(bucket({ secretAccessKey: 'wrong' }).check()).rejects.toMatchObject(because('S3_SECRET_ACCESS_KEY'));
  expect(asked).toHaveBeenCalledTimes(2);
  asked.mockRestore();
});

it('a bucket with a wrong secret, a missing bucket, or no server is unavailable', async () => {
  for (const changes of [{ secretAccessKey: 'wrong' }, { bucket: 'none' }, { endpoint: 'http://127.0.0.1:9' }]) {
    await expect(bucket(changes).get('a.jpg'), JSON.stringify(changes)).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(bucket(changes).put('a.jpg', photo, 'image/jpeg'), JSON.stringify(changes)).rejects.toMatchObject({
      kind: 'unavailable',
    });
  }
});
