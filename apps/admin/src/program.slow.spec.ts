import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfiguration } from '#platform/configuration';
import { EmbeddedPostgres } from '#platform/embedded-postgres';
import { postgresFolder } from '#platform/process';
import { runTold, runWith } from '../../../test/support/command-line.js';
import { connected, createDatabase, type TestDatabase } from '../../../test/support/database.js';
import { makeRequest } from '../../../test/support/records.js';
import { startService } from '../../../test/support/service.js';
import { Admin } from './admin.js';
import { failureRecord } from './failure.js';
import { programOf } from './program.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});

afterAll(() => database?.drop());

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

/** Runs a command line with `--json`. @returns what it answers */
const run = (...line: string[]) => runWith({ DATABASE_URL: database.url, SECRET_KEY }, ...line);

it('Groups, tokens and Languages are made and ended from the command line', async () => {
  expect(await run('group', 'create', '--code', 'acme', '--name', 'Acme')).toEqual({ code: 'acme', name: 'Acme' });
  await expect(run('group', 'create', '--code', 'acme', '--name', 'Acme')).rejects.toMatchObject({ code: 'conflict' });

  const { id, prefix, token } = await run('token', 'create', '--group', 'acme');
  expect(token.startsWith(prefix)).toBe(true);
  expect(await run('token', 'revoke', '--id', id)).toEqual({ id });
  const revoked = {
    id,
    prefix,
    name: null,
    role: 'group_admin',
    locationIDs: null,
    createdAt: expect.any(String),
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: expect.any(String),
  };
  expect(await run('token', 'list', '--group', 'acme')).toEqual([revoked]);
  await expect(run('token', 'list', '--group', 'nobody')).rejects.toMatchObject({ code: 'not_found' });

  const german = ['language', 'add', '--group', 'acme', '--language', 'German', '--code', 'de'];
  expect(await run(...german, '--default')).toMatchObject({ ID: 1, language: 'German', code: 'de', default: true, scope: 'all' });
  await expect(run(...german, '--location', 'acme:9')).rejects.toMatchObject({ code: 'not_found' });
});

it('a Group is made with the days for which it keeps personal data, or says that it keeps it for ever', async () => {
  const create = (code: string, ...more: string[]) => run('group', 'create', '--code', code, '--name', 'Kept', ...more);
  await create('year', '--retention', '365');
  await create('ever', '--keep-for-ever');
  const groups = await run('group', 'list');
  expect(groups).toContainEqual(expect.objectContaining({ code: 'year', retentionDays: 365 }));
  expect(groups).toContainEqual(expect.objectContaining({ code: 'ever', retentionDays: null }));
  await expect(create('never', '--retention', '0')).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(create('never', '--retention', '365', '--keep-for-ever')).rejects.toThrow(/cannot be used with/);
  const told = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const admin = new Admin(() => readConfiguration({ DATABASE_URL: database.url, SECRET_KEY }));
  await programOf(admin).parseAsync(['group', 'create', '--code', 'asked', '--name', 'Asked'], { from: 'user' });
  const [text] = told.mock.calls.at(-1)!;
  told.mockRestore();
  expect(text).toMatch(/kept for ever\. A year .* group retention --group asked --days 365/);
});

it('what commands do is told in the audit of each Group that they are about, and with AUDIT_LOG on standard error', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const environment = { DATABASE_URL: database.url, SECRET_KEY, AUDIT_LOG: 'true' };
  const { id } = await runWith(environment, 'token', 'create', '--group', 'acme', '--name', 'Told');
  const lines = written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"audit"'));
  written.mockRestore();
  const entry = { action: 'token.created', commandLine: true, user: null, token: null, address: null, details: { name: 'Told' } };
  expect(lines.map((line) => JSON.parse(line).audit)).toMatchObject([{ ...entry, target: { kind: 'token', ID: id } }]);
});

it('another key of the service is told of in the audit of every Group', async () => {
  const own = await createDatabase();
  try {
    for (const code of ['one', 'two']) {
      await runWith({ DATABASE_URL: own.url, SECRET_KEY }, 'group', 'create', '--code', code, '--name', code);
    }
    const keys = { SECRET_KEY: Buffer.alloc(32, 8).toString('base64'), SECRET_KEY_PREVIOUS: SECRET_KEY };
    await runWith({ DATABASE_URL: own.url, ...keys }, 'secret', 'rotate');
    const told = await connected(own.url, async (client) => {
      const { rows } = await client.query('select group_id, action, command_line from audit_entries order by group_id');
      return rows;
    });
    expect(told).toEqual([1, 2].map((group_id) => ({ group_id, action: 'key.rotated', command_line: true })));
  } finally {
    await own.drop();
  }
});

it('Groups and Languages have a name', async () => {
  const named = (name: string) => run('group', 'create', '--code', 'named', '--name', name);
  await expect(named('  ')).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(named('x'.repeat(256))).rejects.toMatchObject({ code: 'validation_failed' });
  expect(await named(' Named ')).toEqual({ code: 'named', name: 'Named' });
  const language = ['language', 'add', '--group', 'named', '--code', 'de', '--language'];
  await expect(run(...language, ' ')).rejects.toMatchObject({ code: 'validation_failed' });
});

describe('on an embedded database', () => {
  const place = mkdtempSync(join(tmpdir(), 'lost-and-found-admin-'));
  const environment = { DATA_DIR: join(place, 'not', 'yet'), SECRET_KEY };
  afterAll(() => rmSync(place, { recursive: true }));

  it('finds it, or refuses in one line that says where it looked, and makes nothing', async () => {
    const where = `There is no database in ${environment.DATA_DIR} (DATA_DIR; DATABASE_URL is not set). Give it the settings`;
    for (const line of [['group', 'list'], ['person', 'erase', '--email-stdin'], ['doctor'], ['restored', '--speak']])
      await expect(runWith(environment, ...line), line.join(' ')).rejects.toThrow(where);
    await expect(runWith({ ...environment, SECRET_KEY: '' }, 'backup', '--to', join(place, 'backup'))).rejects.toThrow(where);
    expect(readdirSync(place)).toEqual([]);
  });

  it('which migrate makes, in a folder of its own, has no Group to work on until there is one', async () => {
    expect(await runWith(environment, 'migrate')).toEqual({ migrated: true });
    await expect(runWith(environment, 'restored', '--speak')).rejects.toThrow(/has no Group\. Give it the settings/);
    await expect(runWith(environment, 'backup', '--to', join(place, 'backup'))).rejects.toThrow(/has no Group/);
    expect(existsSync(join(place, 'backup'))).toBe(false);
    expect(await runWith(environment, 'group', 'list')).toEqual([]);
    expect(await runWith(environment, 'group', 'create', '--code', 'acme', '--name', 'Acme')).toMatchObject({ code: 'acme' });
    expect(await runWith(environment, 'token', 'list', '--group', 'acme')).toEqual([]);
  }, 60_000);

  it('with another key ends with one line, and has not migrated it', async () => {
    const onDatabase = async (query: string) => {
      const server = await EmbeddedPostgres.start({ folder: postgresFolder(environment.DATA_DIR), durable: false });
      try {
        return await connected(server.url, async (client) => (await client.query(query)).rows);
      } finally {
        await server.stop();
      }
    };
    // As the release before left it: the last migration is still to be made.
    const [{ name }] = await onDatabase('delete from migrations where id = (select max(id) from migrations) returning name');
    const other = { ...environment, SECRET_KEY: Buffer.alloc(32, 8).toString('base64') };
    for (const line of [['group', 'list'], ['migrate']])
      await expect(runWith(other, ...line)).rejects.toThrow(/^SECRET_KEY is not the key/);
    expect(await onDatabase(`select from migrations where name = '${name}'`)).toEqual([]);
  }, 60_000);
});

it('projections are rebuilt by name, or all of them', async () => {
  expect(await run('projections', 'rebuild', 'users')).toEqual([{ projection: 'users', events: 0, replaced: 0, finished: true }]);
  expect((await run('projections', 'rebuild')).length).toBeGreaterThan(3);
  expect((await run('projections', 'verify', '--share', '100')).length).toBeGreaterThan(3);
  await expect(run('projections', 'rebuild', '--share', '0')).rejects.toMatchObject({ code: 'commander.invalidArgument' });
  await expect(run('projections', 'rebuild', 'nothing')).rejects.toThrow('There is no projection nothing');
});

it('personal data is kept for a time, exported and erased', async () => {
  await run('group', 'create', '--code', 'privacy', '--name', 'Privacy');
  const retention = ['group', 'retention', '--group', 'privacy'];
  expect(await run(...retention, '--days', '365')).toEqual({ code: 'privacy', retentionDays: 365 });
  expect(await run(...retention, '--off')).toEqual({ code: 'privacy', retentionDays: null });
  const sooner = ['--days', '365', '--category', 'private_item=30', '--category', 'jewelry=700'];
  const retentionByCategory = { private_item: 30, jewelry: 700 };
  expect(await run(...retention, ...sooner)).toEqual({ code: 'privacy', retentionDays: 365, retentionByCategory });
  expect(await run(...retention, '--days', '90')).toEqual({ code: 'privacy', retentionDays: 90 });
  expect(await run('group', 'list')).toContainEqual(expect.objectContaining({ code: 'privacy', retentionByCategory }));
  expect(await run(...retention, '--off', '--no-category')).toMatchObject({ retentionDays: null, retentionByCategory: {} });
  await expect(run(...retention, '--days', '365', '--category', 'passport=30')).rejects.toMatchObject({
    code: 'validation_failed',
  });
  await expect(run(...retention, '--days', '365', '--category', 'bag=0')).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(run(...retention)).rejects.toThrow('--days');
  for (const what of ['export', 'erase']) {
    const told = (input: string, ...more: string[]) =>
      runTold(input, { DATABASE_URL: database.url, SECRET_KEY }, 'person', what, ...more);
    expect(await told('ann@example.com\n', '--email-stdin')).toEqual([]);
    await expect(told('', '--email-stdin')).rejects.toThrow('no email address on the standard input');
    await expect(told('ann\n', '--email-stdin')).rejects.toMatchObject({ errors: [{ field: 'email', code: 'invalid_format' }] });
    await expect(told('ann@example.com', '--email', 'ann@example.com')).rejects.toThrow('give --email-stdin');
    await expect(told('ann@example.com')).rejects.toThrow("required option '--email-stdin'");
  }
  await expect(run('item', 'erase', '--group', 'privacy', '--id', '7')).rejects.toMatchObject({ code: 'not_found' });
  for (const id of ['0x1', '1e0', '1.5', 'one', '', '9999999999'])
    await expect(run('item', 'erase', '--group', 'privacy', '--id', id), id).rejects.toThrow('must be a whole number');
});

it('Groups are listed and renamed, and may demand a second factor', async () => {
  await run('group', 'create', '--code', 'chain', '--name', 'Chain');
  expect(await run('group', 'rename', '--code', 'chain', '--name', ' Big Chain ')).toEqual({ code: 'chain', name: 'Big Chain' });
  const demand = ['group', 'security', '--code', 'chain'];
  const roles = ['group_admin', 'property_admin'];
  expect(await run(...demand, '--second-factor', roles.join(','))).toEqual({ code: 'chain', secondFactor: roles });
  const groups = await run('group', 'list');
  expect(groups).toContainEqual(expect.objectContaining({ code: 'chain', name: 'Big Chain', secondFactor: roles }));
  expect(await run(...demand, '--off')).toEqual({ code: 'chain', secondFactor: [] });
  await expect(run(...demand)).rejects.toThrow('--second-factor');
  await expect(run('group', 'rename', '--code', 'nobody', '--name', 'x')).rejects.toMatchObject({ code: 'not_found' });
  expect(await run('location', 'list', '--group', 'chain')).toEqual([]);
  expect(await run('user', 'list', '--group', 'chain')).toEqual([]);
  await expect(run('user', 'disable', '--username', 'nobody')).rejects.toMatchObject({ code: 'not_found' });
  expect(await run('token', 'create', '--group', 'chain', '--name', 'PMS')).toMatchObject({ prefix: expect.any(String) });
  expect(await run('token', 'list', '--group', 'chain')).toMatchObject([{ name: 'PMS' }]);
});

it('what fails is JSON too, wrong arguments included', async () => {
  const failed = async (...line: string[]) => {
    const admin = new Admin(() => readConfiguration({ DATABASE_URL: database.url, SECRET_KEY }));
    const program = programOf(admin, true);
    const error = await program.parseAsync([...line, '--json'], { from: 'user' }).then(
      () => null,
      (thrown) => thrown,
    );
    return JSON.parse(failureRecord(error)).error;
  };
  expect(await failed('token', 'list')).toMatchObject({ code: 'usage', message: expect.stringContaining('--group') });
  expect(await failed('tokn')).toMatchObject({ code: 'usage', errors: [] });
  expect(await failed('token', 'list', '--group', 'nobody')).toMatchObject({ code: 'not_found' });
  const nameless = await failed('group', 'create', '--code', 'nameless', '--name', ' ');
  expect(nameless).toMatchObject({ code: 'validation_failed', errors: [{ field: 'name', code: 'required' }] });
});

it('messages are listed, newest first, with masked contacts', async () => {
  const service = await startService();
  try {
    const contactDetails = { contactPerson: 'Di', contactEmail: 'desk@example.com', phoneNumber: '1' };
    const locationID = await service.location({ contactDetails });
    const first = await service.item(locationID, { owner: { contactEmail: 'ann@example.com' } });
    const request = await makeRequest(service.call, locationID, { owner: { name: 'Bo', email: 'bo@example.com' } });
    await service.item(locationID, { owner: { phoneNumber: '+31 6 12345678' } });
    const environment = { DATABASE_URL: service.options.databaseUrl, SECRET_KEY: service.options.secretKey.toString('base64') };
    const list = (...more: string[]) => runWith(environment, 'message', 'list', '--group', 'demo', ...more);
    const message = { kind: 'item-found', about: `item ${first.ID}`, locationID, status: 'waiting', to: 'a***@example.com' };
    expect(await list('--item', String(first.ID))).toEqual([
      { ...message, channel: null, attempts: 0, error: null, createdAt: expect.any(String) },
    ]);
    const all: { createdAt: string; to: string; kind: string }[] = await list('--status', 'waiting');
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all
        .map(({ createdAt }) => createdAt)
        .sort()
        .reverse(),
    );
    expect(new Set(all.map(({ to }) => to))).toEqual(
      new Set(['a***@example.com', 'b***@example.com', '***678', 'd***@example.com']),
    );
    expect(await list('--request', String(request.ID))).toMatchObject([{ kind: 'desk-news' }, { kind: 'request-received' }]);
    expect(await list('--limit', '1')).toEqual(all.slice(0, 1));
    expect(await list('--status', 'failed')).toEqual([]);
    await expect(runWith(environment, 'message', 'list', '--group', 'nobody')).rejects.toMatchObject({ code: 'not_found' });
  } finally {
    await service.stop();
  }
});

it('tokens are made with a role, Locations and an end', async () => {
  await run('group', 'create', '--code', 'scoped', '--name', 'Scoped');
  const create = (...more: string[]) => run('token', 'create', '--group', 'scoped', ...more);
  const { id } = await create('--name', 'Desk', '--for', 'property_subuser', '--expires', '2040-01-01T00:00:00+01:00');
  const desk = { id, name: 'Desk', role: 'property_subuser', locationIDs: null, expiresAt: '2039-12-31 23:00:00.000' };
  expect(await run('token', 'list', '--group', 'scoped')).toEqual([expect.objectContaining(desk)]);
  await expect(create('--expires', 'soon')).rejects.toMatchObject({ errors: [{ field: 'expiresAt', code: 'invalid_format' }] });
  const unknown = create('--location', 'scoped:1', '--location', 'scoped:2');
  await expect(unknown).rejects.toMatchObject({ errors: [{ field: 'locationIDs.0' }, { field: 'locationIDs.1' }] });
});

it('single sign-on is refused where there is no identity provider', async () => {
  await expect(run('group', 'sso', '--code', 'scoped')).rejects.toThrow('SSO_ISSUER');
  expect(await run('group', 'sso', '--code', 'scoped', '--off')).toMatchObject({ code: 'scoped', sso: false });
  const provider = { SSO_ISSUER: 'https://id.example.com', SSO_CLIENT_ID: 'x', SSO_CLIENT_SECRET: 'x' };
  const sso = (...more: string[]) =>
    runWith({ DATABASE_URL: database.url, SECRET_KEY, ...provider }, 'group', 'sso', '--code', 'scoped', ...more);
  const both = ['--domain', 'Example.com', '--domain', 'example.net'];
  expect(await sso(...both)).toEqual({ code: 'scoped', sso: true, domains: ['example.com', 'example.net'] });
  expect(await sso()).toMatchObject({ domains: ['example.com', 'example.net'] });
  expect(await sso('--no-domain')).toMatchObject({ domains: [] });
  await expect(sso('--domain', 'nothing')).rejects.toMatchObject({ code: 'validation_failed' });
});
