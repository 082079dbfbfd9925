import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Groups } from '#contexts/groups';
import { StartError } from '#platform/process';
import { Keyring } from '#platform/secrets';
import { FolderStorage, type Storage } from '#platform/storage';
import { backup, restore, verify } from '#service';
import { explain } from '../../apps/admin/src/failure.js';
import { callsWith } from '../support/call.js';
import { runTold } from '../support/command-line.js';
import { connected, createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { createLocation, makeRequest, UMBRELLA } from '../support/records.js';
import { serveApi, startService, type TestService } from '../support/service.js';

const KEY = randomBytes(32);
const EMAIL = 'quillfeather@example.com';
const IMAGE = randomBytes(200_000);
const place = mkdtempSync(join(tmpdir(), 'backup-'));
const storage: Storage = new FolderStorage(join(place, 'images'));
const [live, quiet] = [join(place, 'live'), join(place, 'quiet')];
const progress = () => undefined;

let service: TestService;
const databases: TestDatabase[] = [];
const acknowledged: number[] = [];

/** Runs a command line, whose folder of images is the service's. @returns what it answers */
const admin = (databaseUrl: string, ...line: string[]) =>
  runTold(EMAIL, { DATABASE_URL: databaseUrl, DATA_DIR: place, SECRET_KEY: KEY.toString('base64') }, ...line);

async function emptyDatabase(): Promise<string> {
  const made = await createEmptyDatabase();
  databases.push(made);
  return made.url;
}

const query = (url: string, text: string) => connected(url, async (client) => (await client.query(text)).rows);

const TABLES = `select from pg_tables where schemaname = 'public'`;
const SEQUENCES = `
  select schemaname, sequencename, last_value from pg_sequences where schemaname in ('public', 'numbers') order by 1, 2`;

/** The part of a backup's manifest that is changed here. */
interface Manifest {
  sequences: { schema?: string; name: string; value: string | null }[];
}

/** A manifest as releases wrote it that kept the sequences of identity columns alone, without a hash of it. */
function withoutNumbers(manifest: Manifest): Manifest {
  const kept = manifest.sequences.filter(({ schema }) => schema === 'public');
  return { ...manifest, sequences: kept.map(({ name, value }) => ({ name, value })) };
}

/** A hash of every table's rows, whatever their order. */
async function hashes(url: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name } of await query(url, `select tablename as name from pg_tables where schemaname = 'public'`)) {
    const [row] = await query(
      url,
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text)), '') as hash from "${name}" t`,
    );
    found[name] = row.hash;
  }
  return found;
}

beforeAll(async () => {
  service = await startService({ secretKey: KEY, storage });
  const url = 'http://127.0.0.1:9/hooks';
  await service.call('PUT', '/webhooks/config', { webhooks: { itemStatus: true }, endpoints: { itemStatus: url } });
  const contactDetails = { contactPerson: 'Jane', contactEmail: EMAIL, phoneNumber: '020 1' };
  const locationID = await service.location({ contactDetails });
  for (let number = 0; number < 20; number++) {
    const owner = {
      firstName: 'Ann',
      lastName: `O'Neill "${number}" \\N`,
      contactEmail: number < 2 ? EMAIL : 'other@example.com',
    };
    await service.item(locationID, { owner, internalNotes: 'Zeile eins\nZeile zwei \\. Ende' });
  }
  const owner = { firstName: 'Ann', contactEmail: EMAIL };
  const removed = await service.item(locationID, { owner });
  await service.call('DELETE', `/items/${removed.ID}`);
  await makeRequest(service.call, locationID, { owner: { name: 'Quillfeather', email: EMAIL } });
  const withdrawn = await makeRequest(service.call, locationID, { owner: { name: 'Quillfeather', email: EMAIL } });
  await service.call('DELETE', `/requests/${withdrawn.ID}`);
  const stay = {
    externalID: 'R-1',
    room: '312',
    arrivalDate: '2026-11-18',
    departureDate: '2026-11-20',
    guest: { contactEmail: EMAIL },
  };
  await service.call('PUT', `/locations/${locationID}/stays`, { stays: [stay] });
  await storage.put('1-1-00ff.jpg', IMAGE, 'image/jpeg');

  let ended = false;
  const writers = [1, 2, 3].map(async () => {
    while (!ended) acknowledged.push((await service.item(locationID, { owner: { firstName: 'Live' } })).ID);
  });
  const before = acknowledged.length;
  await admin(service.options.databaseUrl, 'backup', '--to', live);
  ended = true;
  await Promise.all(writers);
  expect(acknowledged.length).toBeGreaterThan(before);
  await service.app.close();
  // A migration that is under way: of its tables a copy has what ended migrations make.
  await query(service.options.databaseUrl, `insert into migrations_under_way values ('planted', 1)`);
  await backup(service.options.databaseUrl, storage, quiet, progress);
});
afterAll(async () => {
  await service?.stop().catch(() => undefined);
  for (const database of databases) await database.drop();
  rmSync(place, { recursive: true, force: true });
});

describe('a backup', () => {
  it('restored is the same to the last row, partitions, numbers and images included', async () => {
    const url = await emptyDatabase();
    const images = new FolderStorage(join(place, 'restored-images'));
    await restore(quiet, { databaseUrl: url, storage: images, keyring: new Keyring(KEY) }, progress);
    const [original, restored] = [await hashes(service.options.databaseUrl), await hashes(url)];
    // What is not restored: counts of calls within a minute, when migrations ran, and that it is a copy.
    for (const apart of ['rate_limits', 'guesses', 'migrations', 'migrations_under_way', 'known_cluster']) {
      delete original[apart];
      delete restored[apart];
    }
    expect(Object.keys(restored).length).toBeGreaterThan(30);
    expect(await query(url, 'select name from migrations_under_way')).toEqual([]);
    expect(restored).toEqual(original);
    expect(await query(url, SEQUENCES)).toEqual(await query(service.options.databaseUrl, SEQUENCES));
    expect(await query(url, SEQUENCES)).toContainEqual(expect.objectContaining({ schemaname: 'numbers' }));
    expect(await buffer((await images.get('1-1-00ff.jpg'))!.stream)).toEqual(IMAGE);
  });

  it.each([
    ['', (manifest: Manifest) => manifest],
    // What releases before this one wrote.
    [' also one that holds no numbers of Groups,', withoutNumbers],
  ])('restored goes on:%s with the next item, Request, Location and Group', async (_name, changed) => {
    const [url, folder] = [await emptyDatabase(), mkdtempSync(join(place, 'copy-'))];
    cpSync(quiet, folder, { recursive: true });
    const file = join(folder, 'manifest.json');
    rmSync(join(folder, 'manifest.sha256'));
    writeFileSync(file, JSON.stringify(changed(JSON.parse(readFileSync(file, 'utf8')))));
    await restore(folder, { databaseUrl: url, storage, keyring: new Keyring(KEY) }, progress);
    const [{ items, requests }] = await query(
      url,
      'select (select max(id) from items) as items, (select max(request_number) from requests) as requests',
    );
    const served = await serveApi({ ...service.options, databaseUrl: url });
    const call = callsWith(served.url, service.token);
    expect(await call('POST', '/items', { ...UMBRELLA, locationID: 'demo:1' })).toMatchObject({
      status: 201,
      body: { ID: items + 1 },
    });
    expect((await makeRequest(call, 'demo:1')).requestNumber).toBe(requests + 1);
    expect(await createLocation(call)).toBe('demo:2');
    expect((await served.app.get(Groups, { strict: false }).create('other', 'Other')).code).toBe('other');
    await served.app.close();
  });

  it('made while others write is of one moment: each item with its events, and none beside', async () => {
    const url = await emptyDatabase();
    const keyring = new Keyring(KEY);
    await restore(live, { databaseUrl: url, storage, keyring }, progress);
    const [counts] = await query(
      url,
      `select (select count(*) from items)::int as items,
         (select count(distinct stream_id) from events where stream_type = 'item')::int as streams,
         (select count(*) from items i
          where not exists (select from events e where e.stream_type = 'item' and e.stream_id = i.id))::int as orphans,
         (select count(*) from webhook_deliveries)::int as deliveries`,
    );
    expect(counts.items).toBeGreaterThanOrEqual(20);
    // And of the one that was deleted.
    expect(counts).toMatchObject({ streams: counts.items, orphans: 0, deliveries: counts.items + 1 });
  });

  it('is restored by the command line: silent, and without whom was erased since, in what was deleted too', async () => {
    expect(await admin(service.options.databaseUrl, 'person', 'erase', '--email-stdin')).toEqual([
      { group: 'demo', items: 3, requests: 2, locations: 1, stays: 1 },
    ]);
    const url = await emptyDatabase();
    const { erased, silent } = await admin(url, 'restore', '--from', quiet);
    expect({ erased, silent }).toEqual({
      erased: { erasures: 1, items: 3, requests: 2, locations: 1, stays: 1, unreadable: 0 },
      silent: true,
    });
    expect(await query(url, 'select told_silent from known_cluster')).toEqual([{ told_silent: true }]);
    const personal = `select from items where owner ->> 'contactEmail' = '${EMAIL}'
      union all select from requests where owner ->> 'email' = '${EMAIL}'`;
    expect(await query(url, personal)).toEqual([]);
    expect(await admin(url, 'person', 'export', '--email-stdin')).toEqual([]);
    expect(await query(url, `select from locations where contact_details ->> 'contactEmail' is not null`)).toEqual([]);
    // Once more changes nothing.
    expect(await admin(url, 'erasures', 'replay')).toEqual({
      erasures: 1,
      items: 0,
      requests: 0,
      locations: 0,
      stays: 0,
      unreadable: 0,
    });
    expect(await admin(url, 'restored', '--speak')).toMatchObject({ silent: false });
    expect(await query(url, 'select told_silent from known_cluster')).toEqual([{ told_silent: false }]);
  });

  it('is not restored with another key or over other data', async () => {
    const url = await emptyDatabase();
    const other = new Keyring(randomBytes(32));
    await expect(restore(quiet, { databaseUrl: url, storage, keyring: other }, progress)).rejects.toThrow(
      'SECRET_KEY is not the key',
    );
    const keyring = new Keyring(KEY);
    const full = { databaseUrl: service.options.databaseUrl, storage, keyring };
    await expect(restore(quiet, full, progress)).rejects.toThrow('The database is not empty');
    await expect(restore(place, { databaseUrl: url, storage, keyring }, progress)).rejects.toThrow('holds no whole backup');
    await expect(backup(service.options.databaseUrl, storage, quiet, progress)).rejects.toThrow('is not empty');
    expect(await query(url, TABLES)).toEqual([]);
  });

  it('as it was written is found whole, without database and key', async () => {
    const { tables, rows, files } = await admin('postgres://127.0.0.1:9/none', 'backup', 'verify', '--from', quiet);
    expect([tables > 30, rows > 100, files]).toEqual([true, true, 1]);
  });

  const items = join('tables', 'items.copy.gz');
  const image = join('images', '1-1-00ff.jpg');
  /** Changes a byte in the middle of a file. */
  const flip = (file: string) => {
    const bytes = readFileSync(file);
    bytes[Math.floor(bytes.length / 2)]! ^= 1;
    writeFileSync(file, bytes);
  };

  it.each<[string, string, (file: string) => void, string | RegExp]>([
    ['a flipped byte in a table', items, flip, /items\.copy\.gz (can't be read \(|is not as it was written)/],
    ['a table that ends early', items, (file) => truncateSync(file, 200), "can't be read (unexpected end of file)"],
    [
      'rows that are well compressed but others',
      items,
      (file) => writeFileSync(file, gzipSync('1\n')),
      'is not as it was written',
    ],
    ['a missing table', items, rmSync, 'is missing'],
    ['an altered image', image, flip, 'is not as it was written'],
    ['an image that ends early', image, (file) => truncateSync(file, 100_000), 'is not as it was written'],
    ['a missing image', image, rmSync, 'is missing'],
    ['a flipped byte in the manifest', 'manifest.json', flip, 'is not as it was written'],
  ])('with %s is refused in one line before anything is written', async (_name, file, damage, reason) => {
    const [url, copy] = [await emptyDatabase(), mkdtempSync(join(place, 'copy-'))];
    cpSync(quiet, copy, { recursive: true });
    damage(join(copy, file));
    const images = new FolderStorage(join(copy, 'restored-images'));
    for (const work of [
      () => verify(copy, progress),
      () => restore(copy, { databaseUrl: url, storage: images, keyring: new Keyring(KEY) }, progress),
    ]) {
      const error = await work().catch((thrown: Error) => thrown);
      expect(error).toBeInstanceOf(StartError);
      expect(explain(error)).toMatch(/^The backup is damaged: .*\.$/);
      expect(explain(error)).toMatch(reason);
      expect(explain(error)).toContain(file);
    }
    expect(await query(url, TABLES)).toEqual([]);
    expect(existsSync(join(copy, 'restored-images'))).toBe(false);
  });

  it('of which an image changes while it is restored says what to do with the database', async () => {
    const [url, copy] = [await emptyDatabase(), mkdtempSync(join(place, 'copy-'))];
    cpSync(quiet, copy, { recursive: true });
    const images = new FolderStorage(join(copy, 'restored-images'));
    let isFlipped = false;
    const work = restore(copy, { databaseUrl: url, storage: images, keyring: new Keyring(KEY) }, (what) => {
      // The first table that is loaded: all files are checked by then.
      if (what.startsWith('checking') || isFlipped) return;
      isFlipped = true;
      flip(join(copy, image));
    });
    await expect(work).rejects.toThrow(
      /1-1-00ff\.jpg is not as it was written\. The database is restored in part: drop it, create it again/,
    );
    expect(await images.get('1-1-00ff.jpg')).toBeNull();
  });
});
