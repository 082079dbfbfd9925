import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Compilable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiTokens } from '#contexts/sign-in';
import { Database } from '#platform/database';
import { CallLimits, MOST_REFUSED } from '#platform/limits';
import { startService, type TestService } from '../support/service.js';

// Hundreds of calls, however busy the machine is.
vi.setConfig({ testTimeout: 60_000 });

let service: TestService;
beforeAll(async () => {
  service = await startService({ limits: new CallLimits(100_000, 0) });
});
afterAll(() => service?.stop());

interface Sent {
  /** An address of this machine to call from. */
  from: string;
  token?: string;
  /** Without it the roles are read. */
  body?: string;
  /** Where the body is sent: `/auth/login` by default. */
  to?: string;
}

function call({ from, token, body, to = '/auth/login' }: Sent): Promise<{ status: number; code?: string; retryAfter: number }> {
  const path = `/api/v2${body === undefined ? '/users/roles' : to}`;
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const options = { method: body === undefined ? 'GET' : 'POST', localAddress: from, headers };
    request(service.url + path, options, async (response) => {
      const { code } = JSON.parse(await text(response));
      resolve({ status: response.statusCode!, code, retryAfter: Number(response.headers['retry-after']) });
    })
      .on('error', reject)
      .end(body);
  });
}

const unknown = () => `lf_${randomBytes(32).toString('base64url')}`;

/** The statuses of so many calls, a few at once. */
async function statuses(count: number, one: () => Sent): Promise<Set<number>> {
  const seen = new Set<number>();
  const next = async () => {
    while (count-- > 0) seen.add((await call(one())).status);
  };
  await Promise.all(Array.from({ length: 10 }, next));
  return seen;
}

describe('refused calls of an address', () => {
  it('with unknown API tokens become 429, while good tokens of it go on, and other addresses are told 401', async () => {
    const from = '127.0.0.51';
    const { token } = await service.get(ApiTokens).create(service.groupID);
    expect((await call({ from, token: service.token })).status).toBe(200);
    expect(await statuses(MOST_REFUSED, () => ({ from, token: unknown() }))).toEqual(new Set([401]));
    expect(await statuses(20, () => ({ from, token: unknown() }))).toEqual(new Set([429]));
    const refused = await call({ from, token: unknown() });
    expect(refused.code).toBe('rate_limited');
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(refused.retryAfter).toBeLessThanOrEqual(60);
    expect((await call({ from, token: service.token })).status).toBe(200);
    expect((await call({ from, token })).status).toBe(200);
    expect((await call({ from: '127.0.0.52', token: unknown() })).status).toBe(401);
  });

  it('ask the database one at a time then, and a few wait', async () => {
    const from = '127.0.0.53';
    await statuses(MOST_REFUSED, () => ({ from, token: unknown() }));
    let [asking, most, asked] = [0, 0, 0];
    const queryOne = Database.prototype.queryOne;
    const spy = vi.spyOn(Database.prototype, 'queryOne').mockImplementation(async function (this: Database, query: Compilable) {
      // What the service asks by itself now and then is not counted.
      if (!query.compile().sql.includes('api_tokens')) return queryOne.call(this, query);
      asked++;
      most = Math.max(most, ++asking);
      return queryOne.call(this, query).finally(() => asking--);
    } as never);
    const all = await Promise.all(Array.from({ length: 100 }, () => call({ from, token: unknown() })));
    spy.mockRestore();
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([429]));
    expect(most).toBe(1);
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(100);
  });

  it('without a token become 429; an access token that is no good is still told 401, for its client to refresh it', async () => {
    const from = '127.0.0.54';
    expect(await statuses(MOST_REFUSED, () => ({ from }))).toEqual(new Set([401]));
    expect((await call({ from })).status).toBe(429);
    expect((await call({ from, token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln' })).status).toBe(401);
    expect((await call({ from, token: service.token })).status).toBe(200);
  });

  it('with malformed bodies where no token is asked for become 429, and those with a token go on', async () => {
    const from = '127.0.0.55';
    expect(await statuses(MOST_REFUSED - 10, () => ({ from, body: '{' }))).toEqual(new Set([400]));
    await vi.waitUntil(async () => (await call({ from, body: '{' })).status === 429, { timeout: 50_000, interval: 1 });
    const valid = JSON.stringify({ username: 'nobody', password: 'wrong password' });
    const refused = await call({ from, body: valid });
    expect([refused.status, refused.code]).toEqual([429, 'rate_limited']);
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect((await call({ from, token: service.token })).status).toBe(200);
    expect((await call({ from: '127.0.0.56', body: valid })).status).toBe(401);
  });

  it('with malformed bodies of a token become 429, unread; what it reads goes on, and so do others’ bodies', async () => {
    const from = '127.0.0.57';
    const { token } = await service.get(ApiTokens).create(service.groupID);
    const bad = { from, token, body: '{', to: '/items/batch' };
    expect(await statuses(MOST_REFUSED - 10, () => bad)).toEqual(new Set([400]));
    await vi.waitUntil(async () => (await call(bad)).status === 429, { timeout: 50_000, interval: 1 });
    const refused = await call({ ...bad, body: '{"items":[{}]}' });
    expect([refused.status, refused.code]).toEqual([429, 'rate_limited']);
    expect((await call({ from, token })).status).toBe(200);
    expect((await call({ ...bad, token: service.token })).status).toBe(400);
  });

  it('do not count where calls are not limited', async () => {
    const unlimited = await startService();
    try {
      const { url } = unlimited;
      const answers = Array.from({ length: MOST_REFUSED + 20 }, () => fetch(`${url}/api/v2/users/roles`));
      expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([401]));
    } finally {
      await unlimited.stop();
    }
  });
});
