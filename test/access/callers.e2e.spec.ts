import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Database } from '#platform/database';
import { CallLimits } from '#platform/limits';
import { createLocation, createUser, PASSWORD } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

const CALLS = 40;

let service: TestService;

beforeAll(async () => {
  service = await startService({ limits: new CallLimits(CALLS, 100) });
});

afterAll(() => service?.stop());

/** A Group of its own, as calls are limited, with a user of its Location. */
async function groupWithUser(code: string) {
  const group = await service.group(code);
  await createLocation(group.call);
  const user = await createUser(group.call, `${code}-user`, 'property_admin', `${code}:1`);
  return { ...group, user, session: await service.signIn(`${code}-user`) };
}

const rolesWith = async (token: string) => (await service.as(token)('GET', '/users/roles')).status;
const refresh = (refreshToken: string) => service.as(null)('POST', '/auth/refresh', { refreshToken });

describe('a caller', () => {
  it('is read again when access in its own Group changes, and not when it changes elsewhere', async () => {
    const [one, other] = [await groupWithUser('own'), await groupWithUser('elsewhere')];
    const asked = vi.spyOn(Database.prototype, 'queryOne');
    const readings = () => asked.mock.calls.filter(([query]) => query.compile().sql.includes('user_directory')).length;
    expect(await rolesWith(one.session.accessToken)).toBe(200);
    await createLocation(other.call);
    expect(await rolesWith(one.session.accessToken)).toBe(200);
    expect(readings()).toBe(1);
    await createLocation(one.call);
    expect(await rolesWith(one.session.accessToken)).toBe(200);
    expect(readings()).toBe(2);
    asked.mockRestore();
    await one.call('PUT', `/users/${one.user.ID}`, { userRole: 'limited_subuser' });
    expect((await one.session.call('GET', '/users')).status).toBe(403);
  });

  it('is counted as one, with however many tokens it calls', async () => {
    const { session } = await groupWithUser('counted');
    const again = await service.signIn('counted-user');
    const statuses: number[] = [];
    for (let call = 0; call < CALLS; call++) {
      statuses.push(await rolesWith((call % 2 === 0 ? session : again).accessToken));
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect([await rolesWith(session.accessToken), await rolesWith(again.accessToken)]).toEqual([429, 429]);
    const { body } = await refresh(again.refreshToken);
    expect(await rolesWith(body.accessToken)).toBe(429);
  });
});

describe('an access token', () => {
  it('is accepted as it was written and in no other spelling', async () => {
    const { session } = await groupWithUser('spelled');
    const { accessToken } = session;
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const signature = (text: string) => Buffer.from(text.slice(text.lastIndexOf('.') + 1), 'base64url').toString('hex');
    const spellings = [...letters]
      .map((letter) => accessToken.slice(0, -1) + letter)
      .filter((other) => other !== accessToken && signature(other) === signature(accessToken));
    expect(spellings).toHaveLength(3);
    for (const spelling of [...spellings, `${accessToken}=`]) expect(await rolesWith(spelling)).toBe(401);
    expect(await rolesWith(accessToken)).toBe(200);
  });

  it('is another at each refresh, also within one second', async () => {
    const { session } = await groupWithUser('fresh');
    const one = (await refresh(session.refreshToken)).body;
    const other = (await refresh(one.refreshToken)).body;
    expect(new Set([session.accessToken, one.accessToken, other.accessToken]).size).toBe(3);
  });
});

describe('what is stored of an address', () => {
  it('is not its hash, which anyone could find by trying all of them', async () => {
    await groupWithUser('hashed');
    const rows = await service.sql('select address from known_addresses');
    expect(rows.length).toBeGreaterThan(0);
    for (const { address } of rows)
      expect(address.subarray(0, 16)).not.toEqual(hash('sha256', '127.0.0.1', 'buffer').subarray(0, 16));
    await service.as(null)('POST', '/auth/login', { username: 'hashed-user', password: `not ${PASSWORD}` });
    const keys = (await service.sql('select key from guesses')).map(({ key }) => key.toString('hex')).join();
    expect(keys).not.toBe('');
    for (const plain of ['127.0.0.1', 'hashed-user']) expect(keys).not.toContain(hash('sha256', plain).slice(0, 32));
  });
});

it('addresses of sign-ins are forgotten a year after the last one, and beyond the fifty latest', async () => {
  await groupWithUser('travelled');
  const own = `(group_id, user_id) = (select group_id, id from users where username = 'travelled-user')`;
  const [{ address }] = await service.sql(`select address from known_addresses where ${own}`);
  await service.sql(
    `insert into known_addresses (group_id, user_id, address, seen_at)
     select group_id, user_id, sha256(n::text::bytea), now() - case n when 1 then interval '366 days' else n * interval '1 day' end
     from known_addresses, generate_series(1, 60) n where ${own}`,
  );
  await service.as(null)('POST', '/auth/login', { username: 'travelled-user', password: PASSWORD });
  const known = await service.sql(
    `select address, extract(day from now() - seen_at)::int as days from known_addresses where ${own} order by seen_at`,
  );
  expect(known).toHaveLength(50);
  expect(known[0].days).toBe(50);
  expect(known.at(-1).address).toEqual(address);
});

it('refreshes from one address are limited', async () => {
  const statuses: number[] = [];
  for (let call = 0; call < 20; call++) statuses.push((await refresh(`lfr_${'A'.repeat(43)}`)).status);
  expect(statuses).toContain(401);
  expect(statuses.at(-1)).toBe(429);
});
