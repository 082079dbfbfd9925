import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accountFor, runAs } from './account.js';
import { binaries } from './binaries.js';
import { EmbeddedPostgres } from './index.js';

const isRoot = process.getuid?.() === 0;

async function ask(url: string, query: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Several statements have several results.
    const results = [await client.query(query)].flat();
    return Object.values(results.at(-1)?.rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL', { timeout: 60_000 }, () => {
  const folders: string[] = [];
  const servers: EmbeddedPostgres[] = [];
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const server of servers.splice(0)) await server.stop();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  async function start(folder: string): Promise<EmbeddedPostgres> {
    const server = await EmbeddedPostgres.start({ folder, durable: false });
    servers.push(server);
    return server;
  }

  it('starts in a folder that only its owner may enter, root included, and keeps its data', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'embedded-'));
    chmodSync(parent, 0o700);
    folders.push(parent);
    const first = await start(join(parent, 'postgres'));
    await ask(first.url, 'create table kept as select 7 as n');
    await first.stop();
    const again = await start(join(parent, 'postgres'));
    expect(await ask(again.url, 'select n from kept')).toBe(7);
    expect(new URL(again.url).password).toBe(new URL(first.url).password);
  });

  /** The capabilities of the server in a folder, each kind as a number. */
  function capabilities(folder: string): Record<string, number> {
    const [pid] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const lines = status.matchAll(/^Cap(Inh|Prm|Eff|Amb):\s*([0-9a-f]+)$/gm);
    return Object.fromEntries([...lines].map(([, kind, bits]) => [kind, Number.parseInt(bits!, 16)]));
  }
  const NONE = { Inh: 0, Prm: 0, Eff: 0, Amb: 0 };
  const linux = process.platform === 'linux';

  it.runIf(linux)(
    'has no power over the files of others, in a folder that others may pass and in one that they may not',
    async () => {
      for (const [mode, place] of [
        [0o755, 'postgres'],
        [0o700, 'deep/postgres'],
      ] as const) {
        const [closed, parent] = [mkdtempSync(join(tmpdir(), 'embedded-')), mkdtempSync(join(tmpdir(), 'embedded-'))];
        folders.push(closed, parent);
        chmodSync(parent, mode);
        writeFileSync(join(closed, 'private'), 'of somebody else', { mode: 0o600 });
        writeFileSync(join(parent, 'private'), 'of somebody else', { mode: 0o600 });
        const server = await start(join(parent, place));
        expect(capabilities(join(parent, place))).toEqual(NONE);
        if (!isRoot) continue;
        const read = (path: string) => ask(server.superuserUrl, `select pg_read_file('${path}')`);
        await expect(read(join(closed, 'private'))).rejects.toThrow('ermission denied');
        await expect(read(join(parent, 'private'))).rejects.toThrow(mode === 0o755 ? 'ermission denied' : 'No such file');
      }
    },
  );

  it.runIf(linux && isRoot)(
    'may pass and read the folders of others, and nothing else, where nothing can be mounted',
    async () => {
      const [parent, refusing] = [mkdtempSync(join(tmpdir(), 'embedded-')), mkdtempSync(join(tmpdir(), 'refusing-'))];
      folders.push(parent, refusing);
      const before = await start(join(parent, 'postgres'));
      await ask(before.url, 'create table kept as select 7 as n');
      await before.stop();
      // As in a container without CAP_SYS_ADMIN.
      writeFileSync(join(refusing, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
      vi.stubEnv('PATH', `${refusing}:${process.env.PATH}`);
      const server = await start(join(parent, 'postgres'));
      const READ = 2 ** 2;
      expect(capabilities(join(parent, 'postgres'))).toEqual({ Inh: READ, Prm: READ, Eff: READ, Amb: READ });
      expect(await ask(server.url, 'select n from kept')).toBe(7);
      await ask(server.url, 'create table more as select 1 as n');
    },
  );

  it('finds its own programs where only their owner may enter', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'embedded-'));
    chmodSync(parent, 0o700);
    folders.push(parent);
    const [program, folder] = [join(parent, 'native', 'bin', 'initdb'), join(parent, 'postgres')];
    mkdirSync(folder);
    cpSync(dirname(dirname((await binaries()).initdb)), dirname(dirname(program)), { recursive: true, verbatimSymlinks: true });
    await runAs(accountFor(folder, program), program, ['--pgdata', join(folder, 'data'), '--username=postgres', '--auth=trust']);
    expect(existsSync(join(folder, 'data', 'PG_VERSION'))).toBe(true);
  });

  it.each(['/a"b', '/a$b', '/a`b'])('names the path %s, which its programs can’t be started from', async (place) => {
    const account = { prefix: [], takeOwnership: () => undefined };
    await expect(runAs(account, `${place}/bin/initdb`, [])).rejects.toThrow(`${place}/bin/initdb. Rename the folder`);
  });

  it('takes the place of a server that a killed process left running', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'embedded-'));
    folders.push(folder);
    const left = await start(folder);
    const next = await start(folder);
    expect(next.url).not.toBe(left.url);
    await expect(ask(left.url, 'select 1')).rejects.toThrow();
    expect(await ask(next.url, 'select 1')).toBe(1);
  });

  it('lets nobody in without the password', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'embedded-'));
    folders.push(folder);
    const url = new URL((await start(folder)).url);
    url.password = 'guess';
    await expect(ask(url.href, 'select 1')).rejects.toThrow('password');
  });

  it('gives the service a role that owns its database and may do nothing beyond', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'embedded-'));
    folders.push(folder);
    const { url } = await start(folder);
    expect(await ask(url, 'select rolsuper or rolcreatedb or rolcreaterole from pg_roles where rolname = current_user')).toBe(
      false,
    );
    await ask(url, 'create extension pg_trgm');
    await ask(url, 'create schema own');
    for (const beyond of [`select pg_read_file('/etc/passwd')`, `copy (select 1) to program 'true'`, 'create role other'])
      await expect(ask(url, beyond), beyond).rejects.toThrow('ermission denied');
  });

  it('hands over to it what the superuser made in folders from before', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'embedded-'));
    folders.push(folder);
    const before = await start(folder);
    await ask(
      before.superuserUrl,
      `create extension pg_trgm; create schema bullmq; create type mood as enum ('glad');
       create table parts (id int generated always as identity, at date) partition by range (at);
       create table parts_1 partition of parts for values from ('2026-01-01') to ('2027-01-01');
       create table kept (id serial primary key, mood mood); insert into kept (mood) values ('glad');
       create sequence alone; create view seen as select * from kept; create materialized view bullmq.counted as select 1 as n;
       create function twice(int) returns int language sql return $1 * 2;
       create text search dictionary words (template = simple); create text search configuration texts (copy = simple);
       create statistics pairs on id, mood from kept; alter database postgres owner to postgres`,
    );
    await before.stop();
    const { url } = await start(folder);
    expect(await ask(url, 'select mood::text from seen')).toBe('glad');
    await ask(
      url,
      `alter table kept add column more int; alter table parts_1 rename to parts_2026; alter type mood add value 'sad';
       drop view seen; drop materialized view bullmq.counted; drop sequence alone; drop function twice(int);
       drop text search configuration texts; drop text search dictionary words; drop statistics pairs; drop schema bullmq`,
    );
    await ask(url, `insert into kept (mood) values ('glad'); insert into parts (at) values ('2026-05-05')`);
    expect(await ask(url, 'select count(*)::int from kept')).toBe(2);
  });
});
