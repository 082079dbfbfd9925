import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { CALLS, openClient } from '#platform/postgres';
import { EXTENSIONS, migrate } from '#service';
import { connected, createEmptyDatabase, type TestDatabase } from '../support/database.js';

const clearing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clear of clearing.splice(0).reverse()) await clear();
});

/** An empty database, and its address for the superuser. */
async function empty(): Promise<{ database: TestDatabase; superuserUrl: string }> {
  const database = await createEmptyDatabase();
  clearing.push(() => database.drop());
  const superuserUrl = Object.assign(new URL(inject('superuserUrl')), { pathname: new URL(database.url).pathname }).href;
  return { database, superuserUrl };
}

/** A role that may make tables and schemas, and no extension: that takes the right to create in the database. */
async function limitedRole(superuserUrl: string): Promise<string> {
  const [name, password] = [`limited_${randomBytes(4).toString('hex')}`, 'limited'];
  await connected(superuserUrl, (client) =>
    client.query(`create role ${name} login password '${password}'; grant create on schema public to ${name}`),
  );
  clearing.push(() => connected(superuserUrl, (client) => client.query(`drop owned by ${name} cascade; drop role ${name}`)));
  return Object.assign(new URL(superuserUrl), { username: name, password }).href;
}

describe('the extensions of a database', () => {
  it('may be in any schema of the search path, and functions work without that path, as in a restored dump', async () => {
    const { database, superuserUrl } = await empty();
    await connected(superuserUrl, async (client) => {
      await client.query(`create schema "Ex tensions'"; grant usage on schema "Ex tensions'" to public`);
      for (const name of EXTENSIONS) await client.query(`create extension ${name} schema "Ex tensions'"`);
      const { pathname } = new URL(database.url);
      await client.query(`alter database ${pathname.slice(1)} set search_path = public, "Ex tensions'"`);
    });
    await migrate(database.url);
    await connected(database.url, async (client) => {
      await client.query(`set search_path = ''`);
      const { rows } = await client.query(`select public.search_text('Anna–Schmídt') as text`);
      expect(rows[0].text.toLowerCase()).toBe('anna schmidt');
    });
  });

  it('and all tables may be in the schema that the address names', async () => {
    const { database } = await empty();
    await connected(database.url, (client) => client.query('create schema app'));
    await migrate(`${database.url}?options=-c%20search_path%3Dapp`);
    const { rows } = await connected(database.url, (client) =>
      client.query(`select to_regclass('app.items') is not null as own, to_regclass('public.items') is null as alone`),
    );
    expect(rows).toEqual([{ own: true, alone: true }]);
  });

  it('and are never looked for, nor made, in another schema than is meant', async () => {
    const { database } = await empty();
    for (const name of ['schema', 'currentSchema', 'search_path'])
      await expect(migrate(`${database.url}?${name}=app`)).rejects.toThrow(
        `${name} is no parameter of PostgreSQL: leave it out, or`,
      );
    await migrate(`${database.url}?schema=public`);
    // One that is there goes on with an address that it has begun with.
    await migrate(`${database.url}?schema=app`);
    await connected(database.url, (client) => client.query('create schema app'));
    await expect(migrate(`${database.url}?options=-c%20search_path%3Dapp`)).rejects.toThrow(
      'The tables are in the schema public',
    );
  });

  it('that are there are not asked for again: managed databases refuse that as well', async () => {
    const { database, superuserUrl } = await empty();
    await connected(superuserUrl, async (client) => {
      for (const name of EXTENSIONS) await client.query(`create extension ${name}`);
      await client.query(`create function refuse() returns event_trigger language plpgsql as
        $$ begin raise 'Only members of "azure_pg_admin" are allowed to use CREATE EXTENSION'; end $$`);
      await client.query(`create event trigger refusing on ddl_command_start when tag in ('CREATE EXTENSION')
        execute function refuse()`);
    });
    await expect(migrate(database.url)).resolves.toBeUndefined();
  });

  it('that can’t be created, or are out of sight, are named in one line, and nothing is migrated', async () => {
    const { superuserUrl } = await empty();
    const limited = await limitedRole(superuserUrl);
    const refused = migrate(limited);
    for (const name of EXTENSIONS) await expect(refused).rejects.toThrow(`${name} (permission denied`);
    await expect(refused).rejects.toThrow(/^The database lacks extensions: [^\n]*$/);

    await connected(superuserUrl, (client) => client.query('create schema elsewhere; create extension pg_trgm schema elsewhere'));
    await expect(migrate(limited)).rejects.toThrow('pg_trgm (its schema elsewhere is not in the search_path');
    const made = await connected(superuserUrl, (client) => client.query(`select to_regclass('migrations') as name`));
    expect(made.rows[0].name).toBeNull();
  });
});

it.each(['LATIN1', 'SQL_ASCII'])('a database in %s is refused in one line, and nothing is migrated', async (encoding) => {
  const { superuserUrl } = await empty();
  const name = `other_${randomBytes(4).toString('hex')}`;
  await connected(superuserUrl, (client) =>
    client.query(
      `create database ${name} encoding '${encoding}' template template0 locale_provider libc lc_collate 'C' lc_ctype 'C'`,
    ),
  );
  clearing.push(() => connected(superuserUrl, (client) => client.query(`drop database ${name}`)));
  const url = Object.assign(new URL(superuserUrl), { pathname: `/${name}` }).href;
  await expect(migrate(url)).rejects.toThrow(new RegExp(`^The database is in ${encoding}, and has to be in UTF-8: [^\n]+$`));
  const made = await connected(url, (client) => client.query(`select to_regclass('migrations') as name`));
  expect(made.rows[0].name).toBeNull();
});

describe('what a database sets for all of its sessions', () => {
  it('changes nothing that is read, written as text, or done at the same time', async () => {
    const { database, superuserUrl } = await empty();
    const theirs = {
      DateStyle: 'German, DMY',
      TimeZone: 'Asia/Kolkata',
      standard_conforming_strings: 'off',
      default_transaction_isolation: 'serializable',
    };
    await connected(superuserUrl, async (client) => {
      for (const [name, value] of Object.entries(theirs))
        await client.query(`alter database ${new URL(database.url).pathname.slice(1)} set ${name} = '${value}'`);
    });
    await migrate(database.url);
    const client = await openClient(database.url, { limits: CALLS });
    const { rows } = await client.query(
      `select timestamptz '2026-11-28 03:15:00Z' as at, '\\d' as text, current_setting('transaction_isolation') as isolation`,
    );
    await client.end();
    expect(rows).toEqual([{ at: new Date('2026-11-28T03:15:00Z'), text: '\\d', isolation: 'read committed' }]);
  });
});
