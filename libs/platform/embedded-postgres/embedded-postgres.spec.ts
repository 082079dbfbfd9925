import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { accountFor, runAs } from './account.js';
import { EmbeddedPostgres } from './index.js';

async function ask(url: string, query: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return Object.values((await client.query(query)).rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL', { timeout: 60_000 }, () => {
  const folders: string[] = [];
  const servers: EmbeddedPostgres[] = [];
  afterEach(async () => {
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
  });

  it('finds its own programs where only their owner may enter', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'embedded-'));
    chmodSync(parent, 0o700);
    folders.push(parent);
    const [program, folder] = [join(parent, 'program'), join(parent, 'postgres')];
    writeFileSync(program, '', { mode: 0o755 });
    mkdirSync(folder);
    const found = `require('node:fs').accessSync(${JSON.stringify(program)}, 1)`;
    await expect(runAs(accountFor(folder, program), process.execPath, ['-e', found])).resolves.toBe('');
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
});
