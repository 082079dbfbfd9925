import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, connect as dial, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database, ormOptions } from '#platform/database';
import { EmbeddedPostgres } from '#platform/embedded-postgres';
import { CALLS, openClient } from '#platform/postgres';
import { Wakeups } from '#platform/queue';
import { migrate, migrationsOf } from '#service';
import { connected, createDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';

let folder: string;
let server: EmbeddedPostgres;
/** The certificate of the server, for `localhost`, and one of somebody else. */
let own: string;
let other: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'addresses-'));
  server = await EmbeddedPostgres.start({ folder: join(folder, 'postgres'), durable: false });
  await migrate(server.url);
  const data = join(folder, 'postgres', 'data');
  const names = [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }];
  const made = await generate([{ name: 'commonName', value: 'localhost' }], { extensions: names as never });
  const { uid, gid } = statSync(data);
  for (const [name, text] of [
    ['server.crt', made.cert],
    ['server.key', made.private],
  ] as const) {
    writeFileSync(join(data, name), text, { mode: 0o600 });
    chownSync(join(data, name), uid, gid);
  }
  own = join(folder, 'own.crt');
  writeFileSync(own, made.cert);
  other = join(folder, 'other.crt');
  writeFileSync(other, (await generate([{ name: 'commonName', value: 'localhost' }])).cert);
  await connected(server.superuserUrl, async (client) => {
    const rules = join(data, 'pg_hba.conf');
    writeFileSync(rules, readFileSync(rules, 'utf8').replaceAll(/^host /gm, 'hostssl '));
    await client.query('alter system set ssl = on');
    await client.query('select pg_reload_conf()');
  });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function at(parameters: string, host = 'localhost', url = server.url): string {
  const address = new URL(url);
  address.hostname = host;
  return `${address.href}?${parameters}`;
}

const ENCRYPTED = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';

/** What a service on the address reads. */
async function read(url: string, query: string): Promise<unknown> {
  const orm = new MikroORM(ormOptions({ url, entities: [] }));
  try {
    const database = await Database.of(orm);
    return await database.withConnection(async (client) => Object.values((await client.query(query)).rows[0])[0]);
  } finally {
    await orm.close();
  }
}

describe('a server that wants encryption', () => {
  it.each(['sslmode=disable', ''])('refuses %j', async (parameters) => {
    await expect(read(at(parameters), ENCRYPTED)).rejects.toThrow('no encryption');
  });

  it.each([
    ['sslmode=allow', 'localhost'],
    ['sslmode=prefer', 'localhost'],
    ['sslmode=require', 'localhost'],
    ['sslmode=require', '127.0.0.1'],
    ['sslmode=require&sslrootcert=OWN', '127.0.0.1'],
    ['sslmode=verify-ca&sslrootcert=OWN', '127.0.0.1'],
    ['sslmode=verify-full&sslrootcert=OWN', 'localhost'],
  ])('%s at %s is encrypted', async (parameters, host) => {
    expect(await read(at(parameters.replace('OWN', own), host), ENCRYPTED)).toBe(true);
  });

  it.each([
    ['sslmode=require&sslrootcert=OTHER', 'localhost', 'self-signed certificate'],
    ['sslmode=verify-ca&sslrootcert=OTHER', 'localhost', 'self-signed certificate'],
    ['sslmode=verify-full&sslrootcert=OTHER', 'localhost', 'self-signed certificate'],
    ['sslmode=verify-full', 'localhost', 'self-signed certificate'],
    ['sslmode=verify-full&sslrootcert=OWN', '127.0.0.1', 'does not match'],
  ])('%s at %s does not trust it', async (parameters, host, why) => {
    await expect(read(at(parameters.replace('OTHER', other).replace('OWN', own), host), ENCRYPTED)).rejects.toThrow(why);
  });

  it('is reached alike by migrations, the queue and single connections', async () => {
    const url = at(`sslmode=verify-full&sslrootcert=${own}`);
    await migrate(url);
    const orm = new MikroORM(ormOptions({ url, entities: [] }));
    const { pending } = await migrationsOf((text) => orm.em.getConnection().execute(text));
    expect(pending).toEqual([]);
    await orm.close();
    const wakeups = new Wakeups({ redisUrl: null, databaseUrl: url });
    await wakeups.check();
    await wakeups.close();
    const client = await openClient(url, { limits: CALLS });
    expect((await client.query(ENCRYPTED)).rows).toEqual([{ ssl: true }]);
    await client.end();
  });
});

describe('a server that knows no encryption', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());

  it('is used by allow and prefer, not by require', async () => {
    expect(await read(at('sslmode=prefer', '127.0.0.1', database.url), ENCRYPTED)).toBe(false);
    expect(await read(at('sslmode=allow', '127.0.0.1', database.url), ENCRYPTED)).toBe(false);
    await expect(read(at('sslmode=require', '127.0.0.1', database.url), ENCRYPTED)).rejects.toThrow('does not support SSL');
  });

  it('is reached through a unix socket, in both spellings', async () => {
    const { hostname, port, username, password, pathname } = new URL(database.url);
    const sockets: Server = createServer((near) => {
      const away = dial(Number(port), hostname);
      near.pipe(away).pipe(near);
      for (const socket of [near, away]) socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => sockets.listen(join(folder, '.s.PGSQL.6000'), resolve));
    const user = `${username}:${password}`;
    expect(await read(`postgres://${user}@${encodeURIComponent(folder)}:6000${pathname}`, 'select 7')).toBe(7);
    expect(await read(`postgres://${user}@${pathname}?host=${folder}&port=6000`, 'select 8')).toBe(8);
    sockets.close();
  });
});

describe('several hosts', () => {
  it('are tried until one answers, and one that may be written when that is asked for', async () => {
    const database = await createDatabase();
    const [first, last] = [await freePort(), new URL(database.url)];
    await connected(at('sslmode=no-verify', 'localhost', server.superuserUrl), async (client) => {
      await client.query(`alter role ${last.username} password '${last.password}'`);
      await client.query(`create database ${last.pathname.slice(1)}`);
      await client.query('alter system set default_transaction_read_only = on');
      await client.query('select pg_reload_conf()');
    });
    const hosts = `127.0.0.1:${first},localhost:${new URL(server.url).port},${last.host}`;
    const url = `postgres://${last.username}:${last.password}@${hosts}${last.pathname}?sslmode=prefer`;
    const [PORT, READ_ONLY] = ['select inet_server_port()', `select current_setting('transaction_read_only')`];
    expect(await read(url, PORT)).toBe(Number(new URL(server.url).port));
    expect(await read(`${url}&target_session_attrs=read-only`, READ_ONLY)).toBe('on');
    expect(await read(`${url}&target_session_attrs=read-write`, PORT)).toBe(Number(last.port));
    await expect(read(`${url}&target_session_attrs=standby`, PORT)).rejects.toThrow('not standby');
    await database.drop();
  });
});
