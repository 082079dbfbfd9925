import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Orphans } from '#contexts/retention';
import { Metrics } from '#platform/observability';
import { FolderStorage } from '#platform/storage';
import { upload } from '../imports/imports.js';
import { runWith } from '../support/command-line.js';
import { makeRequest } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';

const folder = mkdtempSync(join(tmpdir(), 'orphans-'));
const storage = new FolderStorage(join(folder, 'images'));
const bytes = Buffer.from('x');
const newName = (record: string) => `1-${record}-${randomBytes(16).toString('hex')}.jpg`;

let service: TestService;
let worker: INestApplicationContext;
let used: string[];
let orphans: string[];

beforeAll(async () => {
  service = await startService({ storage, publicUrl: 'https://lost.example' });
  const locationID = await service.location();
  const photo = await sharp({ create: { width: 600, height: 300, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const form = () => {
    const data = new FormData();
    data.set('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
    return data;
  };
  const { ID: itemID } = await service.item(locationID);
  const uploads = [`/items/${itemID}/upload-image`, '/guest-settings/logo', `/locations/${locationID}/guest-settings/logo`];
  for (const path of uploads) expect((await service.call('POST', path, form())).status).toBeLessThan(300);
  const { ID: requestID } = await makeRequest(service.call, locationID);
  const ofRequest = newName(`request${requestID}`);
  await storage.put(ofRequest, bytes);
  await service.sql('update requests set image_url = $1', [`https://lost.example/images/${ofRequest}`]);
  const running = randomUUID();
  await storage.put(`import-${running}-0`, bytes);
  await service.sql(
    `insert into imports (group_id, id, dry_run, request_id, location_ids, delimiter, columns, file, sealed_key, parts, next_byte, rows,
       created_at, status, leased_until)
     values ($1, 1, false, 'r', '{}', ',', '{item}', $2, 'x', 1, 0, 1, now(), 'running', now() + interval '10 days')`,
    [service.groupID, running],
  );
  await storage.put('erasure-20260101-x.json', bytes);
  used = await kept();
  expect(used).toHaveLength(7);
  orphans = [newName(`${itemID}`), newName('999999'), newName('request7'), newName('logo0'), `import-${randomUUID()}-0`];
  for (const name of orphans) await storage.put(name, bytes);
}, 60_000);
afterAll(async () => {
  await worker?.close();
  await service?.stop();
  rmSync(folder, { recursive: true });
});

async function kept(): Promise<string[]> {
  const names: string[] = [];
  for await (const name of storage.keys()) names.push(name);
  return names.sort();
}
const found = async () => {
  const names: string[] = [];
  for await (const page of service.get(Orphans).pages()) names.push(...page.map(({ name }) => name));
  return names.sort();
};

describe('a stored file that no record refers to', () => {
  it('is no orphan on its first day, when its record may be about to be written', async () => {
    expect(await found()).toEqual([]);
  });

  it('is counted by the worker and listed to the operator once it is older than a day', async () => {
    service.clock.forward(1.1);
    expect(await found()).toEqual([...orphans].sort());
    worker = await startWorker(service.options);
    const page = () => worker.get(Metrics).registry.metrics();
    await vi.waitFor(async () => expect(await page()).toContain('lost_and_found_orphaned_files{kind="image"} 4'), 50_000);
    expect(await page()).toContain('lost_and_found_orphaned_files{kind="import"} 1');
    const environment = {
      DATABASE_URL: service.options.databaseUrl,
      SECRET_KEY: service.options.secretKey.toString('base64'),
      DATA_DIR: folder,
      CLOCK_OFFSET: '2d',
    };
    const listed = await runWith(environment, 'orphans');
    expect(listed).toEqual({ count: 5, removed: false, names: expect.arrayContaining(orphans) });
    expect(await kept()).toHaveLength(12);
    expect(await runWith(environment, 'orphans', '--remove')).toMatchObject({ count: 5, removed: true });
    expect(await kept()).toEqual(used);
  });

  it('is not removed when a record refers to it by now', async () => {
    const [name] = used.filter((one) => one.startsWith('1-request'));
    expect(await service.get(Orphans).remove([{ name: name!, kind: 'image' }])).toEqual([]);
    expect(await kept()).toEqual(used);
  });

  it('is not left by an import that the database refuses to queue', async () => {
    await service.sql(
      "create function refuse() returns trigger language plpgsql as $$ begin raise exception using errcode = '55P03'; end $$",
    );
    await service.sql('create trigger refused before insert on imports for each row execute function refuse()');
    expect(await upload(service.call, 'item,location\nHat,Bar')).toMatchObject({ status: 503 });
    await service.sql('drop trigger refused on imports');
    expect(await kept()).toEqual(used);
  });
});
