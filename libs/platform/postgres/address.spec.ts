import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { addressOf } from './index.js';

const folder = mkdtempSync(join(tmpdir(), 'address-'));
const root = join(folder, 'root.crt');
writeFileSync(root, 'a certificate');
afterAll(() => rmSync(folder, { recursive: true }));

describe('the address of a database', () => {
  it('has credentials, a host, a port and a name', () => {
    expect(addressOf('postgres://ann:p%40ss@db.example:6000/lost%20found')).toEqual({
      hosts: [{ host: 'db.example', port: 6000 }],
      user: 'ann',
      password: 'p@ss',
      database: 'lost found',
      tls: [false],
      session: 'any',
      options: undefined,
    });
  });

  it.each([
    ['postgres://u@one:1,two:2/d', ['one:1', 'two:2']],
    ['postgresql://u@one,two/d', ['one:5432', 'two:5432']],
    ['postgres://u@[::1]:1,127.0.0.1/d', ['::1:1', '127.0.0.1:5432']],
    ['postgres://u@/d?host=one,two&port=7', ['one:7', 'two:7']],
    ['postgres://u@%2Fvar%2Frun:6000/d', ['/var/run:6000']],
    ['postgres://u@/d?host=/var/run&port=6000', ['/var/run:6000']],
    ['postgres:///d', ['localhost:5432']],
  ])('%s is at %j', (url, hosts) => {
    expect(addressOf(url).hosts.map(({ host, port }) => `${host}:${port}`)).toEqual(hosts);
    expect(addressOf(url).database).toBe('d');
  });

  it.each([
    ['disable', [false]],
    ['allow', [false, expect.objectContaining({ rejectUnauthorized: false })]],
    ['prefer', [expect.objectContaining({ rejectUnauthorized: false }), false]],
    ['require', [expect.objectContaining({ rejectUnauthorized: false })]],
    ['verify-full', [{}]],
  ])('sslmode=%s', (mode, tls) => expect(addressOf(`postgres://h/d?sslmode=${mode}`).tls).toEqual(tls));

  it.each([
    ['ssl=true', 'require'],
    ['ssl=1', 'require'],
    ['sslmode=no-verify', 'require'],
    ['ssl=false', 'disable'],
    ['ssl=true&sslmode=verify-full', 'verify-full'],
    ['schema=public&pgbouncer=true&connection_limit=1&channel_binding=require', 'disable'],
  ])('%s of other drivers is sslmode=%s', (query, mode) =>
    expect(addressOf(`postgres://h/d?${query}`)).toEqual(addressOf(`postgres://h/d?sslmode=${mode}`)),
  );

  it('may hold settings for the server', () => {
    const { options } = addressOf('postgres://u:p@h/d?sslmode=require&options=-c%20search_path%3Dapp');
    expect(options).toBe('-c search_path=app');
  });

  it('sslmode=require checks the authority once one is given, and verify-ca not the name', () => {
    const authority = { ca: 'a certificate', checkServerIdentity: expect.any(Function) };
    expect(addressOf(`postgres://h/d?sslmode=require&sslrootcert=${root}`).tls).toEqual([authority]);
    expect(addressOf(`postgres://h/d?sslmode=verify-ca&sslrootcert=${root}`).tls).toEqual([authority]);
    expect(addressOf(`postgres://h/d?sslmode=verify-full&sslrootcert=${root}`).tls).toEqual([{ ca: 'a certificate' }]);
    expect(addressOf('postgres://h/d?sslmode=verify-full&sslrootcert=system').tls).toEqual([{}]);
  });

  it.each([
    ['mysql://h/d', 'postgres://'],
    ['postgres://h/d?sslmode=on', 'sslmode must be one of'],
    ['postgres://h/d?sslmode=verify-ca', 'needs sslrootcert'],
    ['postgres://h/d\npostgres://h2/d', 'has a line break'],
    ['postgres://h/d?ssl=maybe', 'ssl must be one of'],
    ['postgres://h/d?sslmode=verify-full&sslrootcert=/nowhere/root.crt', "sslrootcert: /nowhere/root.crt can't be read (ENOENT)"],
    ['postgres://h/d?sslmode=require&sslkey=/', "sslkey: / can't be read (EISDIR)"],
    ['postgres://h/d?sslmode=require&sslrootcert=system', 'needs sslmode=verify-full'],
    ['postgres://h/d?target_session_attrs=best', 'target_session_attrs must be one of'],
    ['postgres://h:99999/d', 'port'],
    ['postgres://a,b/d?port=1,2,3', 'number of ports'],
    ['postgres://a b:1/d', 'neither a name nor an address'],
    ['postgres://ann:pa#ss@h/d', 'has a # that is none of a URL: in a password it is written %23'],
    ['postgres://ann:pa/ss@h/d', 'it is written %2F'],
    ['postgres://ann:12/3@h/d', 'it is written %2F'],
    ['postgres://ann:12?3@h/d', 'it is written %3F'],
    ['postgres://ann:5%@h/d', 'it is written %25'],
  ])('%s is refused', (url, why) => expect(() => addressOf(url)).toThrow(why));
});
