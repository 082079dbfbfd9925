import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '#contexts/credentials';
import { FolderStorage } from '#platform/storage';
import { backup, MIGRATIONS, migrate } from '#service';
import { runWith } from '../support/command-line.js';
import { connected, createDatabase, createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { createUser } from '../support/records.js';
import { serveApi, startService, type TestService } from '../support/service.js';

const KEY = randomBytes(32);
const place = mkdtempSync(join(tmpdir(), 'cells-'));
const storage = new FolderStorage(join(place, 'images'));
const databases: TestDatabase[] = [];
let [third, eighth]: TestService[] = [];

async function databaseOf(cell: number): Promise<string> {
  // As a release without cells left it.
  const database = await createDatabase();
  databases.push(database);
  await migrate(database.url, undefined, MIGRATIONS, cell);
  return database.url;
}

const installationOf = async (cell: number) =>
  startService({ databaseUrl: await databaseOf(cell), secretKey: KEY, cell, storage });

/** Runs a command line with the settings of an installation. */
const admin = (url: string, cell: string, ...line: string[]) =>
  runWith({ DATABASE_URL: url, CELL: cell, DATA_DIR: place, SECRET_KEY: KEY.toString('base64') }, ...line);

const drawn = (url: string) =>
  connected(url, async (client) => (await client.query(`select nextval('groups_id_seq')::int as drawn`)).rows[0].drawn);

beforeAll(async () => {
  [third, eighth] = [await installationOf(3), await installationOf(8)];
});
afterAll(async () => {
  for (const service of [third, eighth]) await service?.stop();
  for (const database of databases) await database.drop();
  rmSync(place, { recursive: true, force: true });
});

describe('two installations of other cells', () => {
  it('draw Group numbers that never meet, each to the end of its block', async () => {
    expect([third!.groupID, eighth!.groupID]).toEqual([3_000_001, 8_000_001]);
    await third!.sql(`select setval('groups_id_seq', 3999998)`);
    expect((await third!.group('last')).groupID).toBe(3_999_999);
    await expect(third!.group('beyond')).rejects.toThrow('reached maximum value');
  });

  it('issue tokens that say whose they are, and refresh tokens as well', async () => {
    expect(third!.token).toMatch(/^lf_3_[\w-]{43}$/);
    const { body: made } = await eighth!.call('POST', '/tokens', { name: 'PMS', role: 'group_admin' });
    expect(made.token).toMatch(/^lf_8_[\w-]{43}$/);
    expect(made.prefix).toBe(made.token.slice(0, 11));
    await createUser(eighth!.call, 'ann', 'property_admin', await eighth!.location());
    const { refreshToken } = await eighth!.signIn('ann');
    expect(refreshToken).toMatch(/^lfr_8_[\w-]{43}$/);
    const again = await eighth!.as(null)('POST', '/auth/refresh', { refreshToken });
    expect(again.body.refreshToken).toMatch(/^lfr_8_/);
  });

  it('work as any other: what is registered is found, opened from its seal and changed', async () => {
    const item = await eighth!.item(await eighth!.location(), { owner: { firstName: 'Ann', contactEmail: 'ann@example.com' } });
    const { body: history } = await eighth!.call('GET', `/items/${item.ID}/history`);
    expect(JSON.stringify(history)).toContain('ann@example.com');
  });

  it('take the tokens of Groups that came with one, whichever cell issued it, and one without a number as before', async () => {
    for (const token of [`lf_${'a'.repeat(43)}`, `lf_1_${'b'.repeat(41)}`, `lf_3_${'c'.repeat(43)}`]) {
      await eighth!.sql(
        `insert into api_tokens (group_id, id, prefix, hash, created_at) values ($1, gen_random_uuid(), 'lf_', $2, now())`,
        [eighth!.groupID, hashOf(token)],
      );
      expect((await eighth!.as(token)('GET', '/items')).status, token).toBe(200);
    }
    expect((await eighth!.as(`lf_08_${'c'.repeat(43)}`)('GET', '/items')).status).toBe(401);
  });
});

describe('the cell of an installation', () => {
  it('is 0 where nobody set it, also for one from before there were cells, which keeps its numbers', async () => {
    const old = await databaseOf(0);
    await connected(old, (client) => client.query('alter sequence groups_id_seq maxvalue 2147483647'));
    expect(await drawn(old)).toBe(1);
    await migrate(old);
    expect(await drawn(old)).toBe(2);
    const [{ least, most }] = await connected(old, async (client) => {
      const { rows } = await client.query(`select seqmin::int as least, seqmax::int as most from pg_sequence
        where seqrelid = 'groups_id_seq'::regclass`);
      return rows;
    });
    expect([least, most]).toEqual([1, 999_999]);
  });

  it('may be set until the first Group is made, and not changed afterwards: nothing migrates, starts or is commanded', async () => {
    const url = await databaseOf(5);
    await admin(url, '6', 'migrate');
    await admin(url, '6', 'group', 'create', '--code', 'acme', '--name', 'Acme');
    expect(await drawn(url)).toBe(6_000_002);
    const refused = 'This database is of cell 6, and CELL is 5. Its Groups keep their numbers';
    await expect(admin(url, '5', 'migrate')).rejects.toThrow(refused);
    await expect(admin(url, '5', 'token', 'create', '--group', 'acme')).rejects.toThrow(refused);
    const options = { databaseUrl: url, redisUrl: null, secretKey: KEY, clock: eighth!.clock, cell: 5 };
    await expect(serveApi(options)).rejects.toThrow(refused);
    expect((await admin(url, '6', 'token', 'create', '--group', 'acme')).token).toMatch(/^lf_6_/);
  });

  it('is shown by doctor, which names another one', async () => {
    const checked = async (cell: string) =>
      (await admin(eighth!.options.databaseUrl, cell, 'doctor')).find(({ check }: { check: string }) => check === 'cell');
    expect(await checked('8')).toEqual({
      check: 'cell',
      ok: true,
      text: 'CELL is 8: Groups are numbered from 8000001 to 8999999',
    });
    expect(await checked('0')).toMatchObject({ ok: false, text: expect.stringContaining('set CELL to 8') });
    process.exitCode = undefined;
  });

  it('comes back with a backup, and no other installation restores it', async () => {
    const [folder, empty] = [join(place, 'backup'), await createEmptyDatabase()];
    databases.push(empty);
    await backup(eighth!.options.databaseUrl, storage, folder, () => undefined);
    await expect(admin(empty.url, '3', 'restore', '--from', folder)).rejects.toThrow('The backup is of cell 8, and CELL is 3.');
    await admin(empty.url, '8', 'restore', '--from', folder);
    expect(await drawn(empty.url)).toBeGreaterThan(8_000_001);
    await admin(empty.url, '8', 'migrate');
  });
});
