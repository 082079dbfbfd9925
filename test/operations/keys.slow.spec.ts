import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GuestLinks } from '#contexts/links';
import { createLog } from '#platform/process';
import { KeyRotation, keyID, WrongKey } from '#platform/secrets';
import { ServiceModule, type ServiceOptions } from '#service';
import { type Call, callsWith } from '../support/call.js';
import { connected } from '../support/database.js';
import { runToEnd } from '../support/program.js';
import { UMBRELLA } from '../support/records.js';
import { tablesSealedWith } from '../support/sealed.js';
import { serveApi, startService, type TestService } from '../support/service.js';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const third = randomBytes(32);
const PUBLIC = 'https://lost.example';

let service: TestService;
let item: number;
let link: string;

/** An API on the database of the service, with other keys. */
async function apiWith(
  keys: Pick<ServiceOptions, 'secretKey' | 'previousKey'>,
): Promise<{ app: INestApplication; call: Call; url: string }> {
  const { app, url } = await serveApi({ ...service.options, publicUrl: PUBLIC, ...keys }, createLog('silent'));
  return { app, url, call: callsWith(url, service.token) };
}

const query = (text: string, values: unknown[] = []) =>
  connected(service.options.databaseUrl, async (client) => (await client.query(text, values)).rows);

beforeAll(async () => {
  service = await startService({ secretKey: OLD, publicUrl: PUBLIC });
  const place = await service.location();
  item = (await service.item(place, { owner: { firstName: 'Aurelia', contactEmail: 'aurelia@example.com' } })).ID;
  await service.call('PUT', '/webhooks/config', { endpoints: { itemStatus: 'http://127.0.0.1:9/hooks' } });
  const { body } = await service.call('POST', '/webhooks/endpoints', {
    url: 'http://ann:pa55-of-hooks@127.0.0.1:9/',
    events: ['item.created'],
  });
  await service.call('POST', `/webhooks/endpoints/${body.ID}/rotate-secret`);
  const stripe = { secretKey: 'sk_test_51NnOpQrStUv', webhookSecret: 'whsec_abcdefgh1234' };
  await service.call('POST', '/connections', { provider: 'stripe', name: 'Money', settings: stripe });
  await service.call('POST', '/items', { ...UMBRELLA, locationID: place }, { 'Idempotency-Key': 'before' });
  link = service.get(GuestLinks).linkFor(service.groupID, 'item', item, new Date(Date.now() + 86_400_000), 'aurelia@example.com');
  await service.app.close();
});
afterAll(() => service?.stop());

describe('a process with another key', () => {
  const env = (key: Buffer | null, more: Record<string, string> = {}) => ({
    DATABASE_URL: service.options.databaseUrl,
    PORT: '3999',
    // Without the line that says what runs.
    LOG_LEVEL: 'warn',
    ...(key && { SECRET_KEY: key.toString('base64') }),
    ...more,
  });

  it.each(['api', 'worker', 'admin'] as const)('is refused with one line, and writes nothing: %s', async (name) => {
    const before = await fingerprint();
    const args = name === 'admin' ? ['group', 'create', '--code', 'other', '--name', 'Other'] : [];
    const { code, output } = await runToEnd(name, env(NEW), args);
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain('SECRET_KEY is not the key that this database is sealed with.');
    expect(await fingerprint()).toEqual(before);
  });

  it('is refused on a database that remembers no key yet, which takes the right one', async () => {
    await query('delete from service_keys');
    await expect(apiWith({ secretKey: NEW })).rejects.toThrow(WrongKey);
    expect(await query('select from service_keys')).toHaveLength(0);
    const { app, call } = await apiWith({ secretKey: OLD });
    expect((await call('GET', `/items/${item}/history`)).status).toBe(200);
    await app.close();
    expect(await query('select id, state from service_keys')).toEqual([{ id: keyID(OLD), state: 'sealing' }]);
  });

  it('makes no key of its own in production', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'no-key-'));
    try {
      const { code, output } = await runToEnd('api', env(null, { NODE_ENV: 'production', DATA_DIR: folder }), []);
      expect(code).toBe(1);
      expect(output.trim().split('\n')).toHaveLength(1);
      expect(output).toContain('SECRET_KEY: is required when NODE_ENV=production');
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a key takes the place of another', () => {
  it('under load, with everything readable throughout', async () => {
    const both = { secretKey: NEW, previousKey: OLD };
    const [one, two] = [await apiWith(both), await apiWith(both)];
    // What is written before the rotation can still be read by a process that has only the old key.
    const known = await one.call('POST', '/items', { ...UMBRELLA, locationID: 'demo:1', owner: { firstName: 'Benedikt' } });
    const before = await apiWith({ secretKey: OLD });
    expect(JSON.stringify((await before.call('GET', `/items/${known.body.ID}/history`)).body)).toContain('Benedikt');
    await before.app.close();

    let [ended, made, failed] = [false, 0, [] as unknown[]];
    const load = [one, two].map(async ({ call }, index) => {
      const other = index === 0 ? two : one;
      while (!ended) {
        const { status, body } = await call('POST', '/items', {
          ...UMBRELLA,
          locationID: 'demo:1',
          owner: { firstName: `Guest${made++}` },
        });
        const history = await other.call('GET', `/items/${body.ID}/history`);
        const older = await call('GET', `/items/${item}/history`);
        if (status !== 201 || !JSON.stringify(history.body).includes('Guest')) failed.push([status, history]);
        if (!JSON.stringify(older.body).includes('Aurelia')) failed.push(older);
      }
    });
    const admin = await NestFactory.createApplicationContext(ServiceModule.forRoot({ ...service.options, ...both }), {
      logger: ['error'],
    });
    const seen = new Set<string>();
    const sealed = await admin.get(KeyRotation).run({ progress: ({ column }) => seen.add(column) });
    ended = true;
    await Promise.all(load);
    for (const { app } of [one, two]) await app.close();
    expect(failed).toEqual([]);
    expect(made).toBeGreaterThan(10);
    expect(sealed).toBeGreaterThan(4);
    expect([...seen]).toContain('subject_keys.sealed_key');
    await expect(admin.get(KeyRotation).run()).rejects.toThrow('SECRET_KEY is the key of this database already');
    await admin.close();
  }, 240_000);

  it('and the old one is needed no more, also for links that are out', async () => {
    const { app, call, url } = await apiWith({ secretKey: NEW });
    expect(JSON.stringify((await call('GET', `/items/${item}/history`)).body)).toContain('Aurelia');
    const replayed = await call('POST', '/items', { ...UMBRELLA, locationID: 'demo:1' }, { 'Idempotency-Key': 'before' });
    expect(replayed.status).toBe(201);
    expect((await fetch(link.replace(PUBLIC, url))).status).toBe(200);
    await app.close();
    await expect(apiWith({ secretKey: OLD })).rejects.toThrow(WrongKey);
  });

  it('and no table holds a value that the old one sealed', async () => {
    expect(await tablesSealedWith(service, NEW)).toEqual(
      expect.arrayContaining([
        'connections',
        'idempotent_answers',
        'service_keys',
        'subject_keys',
        'webhook_configurations',
        'webhook_event_endpoints',
      ]),
    );
    // What the old key proves itself with is all that is left of it.
    expect(await tablesSealedWith(service, OLD)).toEqual(['service_keys']);
  });

  it('and a third takes the place of the second, with the same links, past a value that no key opens', async () => {
    const [{ id: damaged }] = await query(
      `update subject_keys set sealed_key = overlay(sealed_key placing '\\x00000000' from 20)
       where stream_type = 'item' and stream_id <> ${item} returning stream_id as id`,
    );
    const left: string[] = [];
    const keys = { secretKey: third, previousKey: NEW };
    const admin = await NestFactory.createApplicationContext(ServiceModule.forRoot({ ...service.options, ...keys }), {
      logger: ['error'],
    });
    await admin.get(KeyRotation).run({ unreadable: (value) => void left.push(value) });
    expect(left).toContain(`subject_keys.sealed_key of group_id 1, stream_type item, stream_id ${damaged}`);
    await admin.close();
    const { app, url } = await apiWith({ secretKey: third });
    expect((await fetch(link.replace(PUBLIC, url))).status).toBe(200);
    await app.close();
    expect(await tablesSealedWith(service, NEW)).toEqual(['service_keys', 'subject_keys']);
  }, 60_000);

  it('and a fourth, with links ended: a place in the list of changes stays good', async () => {
    const before = await apiWith({ secretKey: third });
    const { next } = (await before.call('GET', '/changes?after=now')).body;
    await before.app.close();
    const keys = { secretKey: randomBytes(32), previousKey: third };
    const admin = await NestFactory.createApplicationContext(ServiceModule.forRoot({ ...service.options, ...keys }), {
      logger: ['error'],
    });
    await admin.get(KeyRotation).run({ endLinks: true, unreadable: () => undefined });
    await admin.close();
    const { app, call, url } = await apiWith({ secretKey: keys.secretKey });
    expect((await fetch(link.replace(PUBLIC, url))).status).toBe(404);
    expect(await call('GET', `/changes?after=${next}`)).toMatchObject({ status: 200, body: { changes: [] } });
    await app.close();
  }, 60_000);
});

/** What stands in the database, the queue's tables aside. */
async function fingerprint(): Promise<unknown> {
  const rows = await query(`select relname, n_tup_ins + n_tup_upd + n_tup_del as changed, pg_relation_size(relid) as size
    from pg_stat_user_tables where schemaname = 'public' order by relname`);
  const [counts] = await query('select (select count(*) from groups) as groups, (select count(*) from service_keys) as keys');
  return [rows.map(({ relname, size }) => [relname, size]), counts];
}
