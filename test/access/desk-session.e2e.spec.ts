import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SsoSettings } from '#contexts/sign-in';
import { CallLimits } from '#platform/limits';
import type { Answer, Call } from '../support/call.js';
import { createUser, PASSWORD } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let open: Call;

beforeAll(async () => {
  service = await startService({ limits: new CallLimits(0, 4) });
  open = service.as(null);
  await service.location();
  await createUser(service.call, 'anna', 'property_subuser', 'demo:1');
});
afterAll(() => service?.stop());

const enter = (username: string, password = PASSWORD, code?: string) =>
  open('POST', '/desk/session', { username, password, ...(code !== undefined && { code }) });
const cookieOf = ({ headers }: Answer) => headers.getSetCookie()[0]!;
const sent = (answer: Answer) => ({ cookie: cookieOf(answer).split(';')[0]! });
const refresh = (cookie: { cookie?: string }, desk: object = { 'x-desk': '1' }) =>
  open('POST', '/desk/session/refresh', undefined, { ...cookie, ...desk });

describe('a session of the desk', () => {
  it('begins with an access token and a cookie that scripts and other sites cannot use', async () => {
    const answer = await enter('Anna');
    expect(answer.status).toBe(200);
    const user = expect.objectContaining({ username: 'anna', userRole: 'property_subuser', lastLoginAt: expect.any(String) });
    expect(answer.body).toEqual({ accessToken: expect.any(String), expiresIn: 900, user });
    expect(cookieOf(answer)).toMatch(
      /^lost_and_found_desk=lfr_[\w-]+; Max-Age=2592000; Path=\/api\/v2\/desk\/session; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await service.as(answer.body.accessToken)('GET', '/me')).body.user).toEqual(answer.body.user);
  });

  it('has a cookie for HTTPS alone where the service is reached by it', async () => {
    const encrypted = await startService({ sso: new SsoSettings(null, 'https://lost.example') });
    try {
      await encrypted.location();
      await createUser(encrypted.call, 'otto', 'property_subuser', 'demo:1');
      const answer = await encrypted.as(null)('POST', '/desk/session', { username: 'otto', password: PASSWORD });
      expect(cookieOf(answer)).toContain('; Secure');
    } finally {
      await encrypted.stop();
    }
  });

  it('wants the second factor where there is one', async () => {
    await createUser(service.call, 'berta', 'property_subuser', 'demo:1');
    const { call } = await service.signIn('berta');
    const { secret } = (await call('POST', '/me/totp', { currentPassword: PASSWORD })).body;
    const code = (at: number) => new TOTP({ secret }).generate({ timestamp: service.clock.now().getTime() + at });
    await call('PUT', '/me/totp', { code: code(0) });
    expect((await enter('berta')).body.code).toBe('second_factor_required');
    expect((await enter('berta', PASSWORD, code(30_000))).status).toBe(200);
  });

  it('is continued by each cookie once, and ends when one is used twice', async () => {
    const first = await enter('anna');
    const second = await refresh(sent(first));
    expect([second.status, second.body.user]).toEqual([200, first.body.user]);
    expect(cookieOf(second)).not.toBe(cookieOf(first));
    const third = await refresh(sent(second));
    expect(third.status).toBe(200);
    const again = await refresh(sent(second));
    expect([again.status, again.body.code]).toEqual([401, 'unauthenticated']);
    expect((await refresh(sent(third))).status).toBe(401);
    expect((await service.as(third.body.accessToken)('GET', '/me')).status).toBe(401);
  });

  it('is continued when a call whose answer was lost is repeated with its key, until another call continues it', async () => {
    const first = sent(await enter('anna'));
    const call = { 'x-desk': '1', 'idempotency-key': 'a call' };
    const lost = sent(await refresh(first, call));
    const second = sent(await refresh(first, call));
    expect(second).not.toEqual(lost);
    const third = await refresh(second, call);
    expect((await refresh(second, call)).status).toBe(200);
    expect((await refresh(first, call)).status).toBe(200);
    expect((await service.as(third.body.accessToken)('GET', '/me')).status).toBe(200);

    const fourth = sent(await refresh(first, call));
    const another = { 'x-desk': '1', 'idempotency-key': 'another' };
    const fifth = await refresh(fourth, another);
    expect(fifth.status).toBe(200);
    expect((await refresh(first, call)).status).toBe(401);
    expect((await refresh(sent(fifth), another)).status).toBe(401);
  });

  it('is continued by any answer to a call that was sent several times at once', async () => {
    const call = { 'x-desk': '1', 'idempotency-key': 'a call' };
    for (const kept of [0, 1, 2]) {
      const first = sent(await enter('anna'));
      const answers = await Promise.all([1, 2, 3].map(() => refresh(first, call)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const next = await refresh(sent(answers[kept]!), { 'x-desk': '1', 'idempotency-key': 'the next' });
      expect(next.status).toBe(200);
      expect((await refresh(sent(next))).status).toBe(200);
    }
  });

  it('ends when a cookie that was lost and the one that replaced it are both used, with two keys', async () => {
    for (const key of [{}, { 'idempotency-key': 'of a thief' }]) {
      const first = sent(await enter('anna'));
      const call = { 'x-desk': '1', 'idempotency-key': 'a call' };
      const lost = sent(await refresh(first, call));
      const second = await refresh(first, call);
      const another = await refresh(lost, { 'x-desk': '1', ...key });
      expect(another.status).toBe(200);
      expect((await refresh(sent(second), call)).status).toBe(401);
      expect((await refresh(sent(another))).status).toBe(401);
    }
    const refused = await refresh({}, { 'x-desk': '1', 'idempotency-key': 'x'.repeat(256) });
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'Idempotency-Key']);
  });

  it('is not continued without the header, which leaves it as it is, nor without the cookie', async () => {
    const entered = await enter('anna');
    for (const header of [{}, { 'x-desk': '0' }]) {
      const { status, body } = await refresh(sent(entered), header);
      expect([status, body.code]).toEqual([403, 'forbidden']);
    }
    expect((await refresh({})).status).toBe(401);
    expect((await refresh(sent(entered))).status).toBe(200);
  });

  it('ends with the cookie and the access token', async () => {
    const entered = await enter('anna');
    const left = await open('DELETE', '/desk/session', undefined, sent(entered));
    expect(left.status).toBe(204);
    expect(cookieOf(left)).toMatch(/^lost_and_found_desk=; Max-Age=0; Path=\/api\/v2\/desk\/session;/);
    expect((await refresh(sent(entered))).status).toBe(401);
    expect((await service.as(entered.body.accessToken)('GET', '/me')).status).toBe(401);
    expect((await open('DELETE', '/desk/session')).status).toBe(204);
  });

  it('cannot be called in place of a token', async () => {
    expect((await open('GET', '/me', undefined, sent(await enter('anna')))).status).toBe(401);
  });

  it('is refused after too many failures, which count with those of /auth/login', async () => {
    await createUser(service.call, 'carla', 'property_subuser', 'demo:1');
    const wrong = { username: 'carla', password: 'guessed password' };
    for (const path of ['/auth/login', '/desk/session', '/auth/login', '/desk/session']) {
      const { status, body } = await open('POST', path, wrong);
      expect([status, body.code]).toEqual([401, 'invalid_credentials']);
    }
    expect((await enter('carla')).body.code).toBe('rate_limited');
  });
});
