import type { INestApplicationContext } from '@nestjs/common';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Groups } from '#contexts/groups';
import { ApiTokens } from '#contexts/sign-in';
import { MailServer } from '../messages/mail-server.js';
import { createUser, HOTEL, PASSWORD } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';

const NEW = 'purple stapler window';
const DAY = 24 * 60 * 60 * 1000;
/** How long a code is good, in milliseconds. */
const STEP = 30_000;

let service: TestService;
let mail: MailServer;
let worker: INestApplicationContext;
let locationID: string;

beforeAll(async () => {
  service = await startService({ publicUrl: 'https://lost.example' });
  mail = await MailServer.open(() => null);
  const messages = { smtpUrl: mail.url, from: 'Lost <lost@hotel.example>', smsUrl: null, folder: null, schedule: [300] };
  worker = await startWorker(service.options, {}, messages);
  await service.language({ language: 'German', code: 'de' });
  locationID = await service.location();
});
afterAll(async () => {
  await worker?.close();
  await mail?.close();
  await service?.stop();
});

const own = { currentPassword: PASSWORD };

const login = (username: string, password = PASSWORD, code?: string) =>
  service.as(null)('POST', '/auth/login', { username, password, ...(code !== undefined && { code }) });

/** The path of the latest link that reached an address, once there are so many messages. */
async function linkTo(address: string, count = 1): Promise<string> {
  await vi.waitFor(() => expect(mail.to(address)).toHaveLength(count), { timeout: 50_000 });
  return /https:\/\/lost\.example(\/account\/[\w-]+)/.exec(mail.to(address).at(-1)!.text!)![1]!;
}

const post = (path: string, password: string) =>
  fetch(service.url + path, { method: 'POST', body: new URLSearchParams({ password }) });

describe('an invitation', () => {
  it('lets the invited user choose a password, once', async () => {
    const person = { username: 'ines', email: 'ines@example.com', userRole: 'property_subuser', locationID };
    const { status, body, headers } = await service.call('POST', '/users/invitations', person);
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/v2/users/${body.ID}`);
    expect(body).toMatchObject({ username: 'ines', email: 'ines@example.com', state: 'invited', lastLoginAt: null });
    const path = await linkTo('ines@example.com');
    expect(mail.to('ines@example.com')[0]).toMatchObject({ subject: 'demo: your invitation to the lost and found service' });
    expect((await fetch(service.url + path)).status).toBe(200);
    expect((await post(path, 'short')).status).toBe(400);
    expect(await (await post(path, 'my name is Ines')).text()).toContain('too easy to guess');
    expect((await service.call('GET', `/users/${body.ID}`)).body.state).toBe('invited');
    const answers = await Promise.all([post(path, NEW), post(path, `${NEW} too`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect((await fetch(service.url + path)).status).toBe(410);
    expect((await service.call('GET', `/users/${body.ID}`)).body.state).toBe('active');
    const signedIn = await Promise.all([login('ines', NEW), login('ines', `${NEW} too`)]);
    expect(signedIn.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await service.call('POST', `/users/${body.ID}/invitation`)).status).toBe(409);
  });

  it('is sent anew, which ends the one before, and in time', async () => {
    const person = { username: 'jo', email: 'jo@example.com', userRole: 'property_subuser', locationID };
    const { ID } = (await service.call('POST', '/users/invitations', person)).body;
    const first = await linkTo('jo@example.com');
    expect((await service.call('POST', `/users/${ID}/invitation`)).status).toBe(202);
    const second = await linkTo('jo@example.com', 2);
    expect((await fetch(service.url + first)).status).toBe(410);
    service.clock.forward(7.01);
    expect((await fetch(service.url + second)).status).toBe(410);
    expect((await post(second, NEW)).status).toBe(410);
    service.clock.forward(-7.01);
    expect((await fetch(service.url + second)).status).toBe(200);
  });

  it('asks for an address, and speaks of all wrong fields', async () => {
    const { body } = await service.call('POST', '/users/invitations', { username: '', userRole: 'boss' });
    expect(body.errors.map(({ field, code }: never) => `${field} ${code}`).sort()).toEqual([
      'email required',
      'locationID required',
      'userRole not_allowed',
      'username required',
    ]);
  });
});

describe('a forgotten password', () => {
  const forgot = (username: string) => service.as(null)('POST', '/auth/password/forgot', { username });

  it('is set anew by a link, which ends all sessions', async () => {
    await createUser(service.call, 'kim', 'property_subuser', locationID, { email: 'kim@example.com' });
    const { call, refreshToken } = await service.signIn('kim');
    expect((await forgot('KIM')).status).toBe(202);
    const path = await linkTo('kim@example.com');
    expect((await post(path, NEW)).status).toBe(200);
    expect((await call('GET', '/me')).status).toBe(401);
    expect((await service.as(null)('POST', '/auth/refresh', { refreshToken })).status).toBe(401);
    expect((await login('kim')).status).toBe(401);
    expect((await login('kim', NEW)).status).toBe(200);
    expect((await post(path, `${NEW} too`)).status).toBe(410);
  });

  it('is answered alike where there is no such user, no address, or it is disabled', async () => {
    await createUser(service.call, 'lou', 'property_subuser', locationID);
    const { ID } = await createUser(service.call, 'max', 'property_subuser', locationID, { email: 'max@example.com' });
    await service.call('PUT', `/users/${ID}/disabled`, { disabled: true });
    const answers = await Promise.all(['nobody-at-all', 'lou', 'max'].map(forgot));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([202, null]));
    expect(await service.sql(`select from messages where subject = 'user' and subject_id = $1`, [ID])).toEqual([]);
  });
});

describe('a disabled user', () => {
  it('is signed out, and refused as with a wrong password, until it is enabled', async () => {
    const { ID } = await createUser(service.call, 'nina', 'property_subuser', locationID);
    const { call, refreshToken } = await service.signIn('nina');
    const { body } = await service.call('PUT', `/users/${ID}/disabled`, { disabled: true });
    expect(body.state).toBe('disabled');
    expect((await call('GET', '/me')).status).toBe(401);
    expect((await service.as(null)('POST', '/auth/refresh', { refreshToken })).status).toBe(401);
    const [disabled, wrong] = [await login('nina'), await login('nina', 'another one')];
    expect(disabled.body).toMatchObject({ status: 401, code: 'invalid_credentials', detail: wrong.body.detail });
    expect((await service.call('PUT', `/users/${ID}/disabled`, { disabled: false })).body.state).toBe('active');
    expect((await login('nina')).status).toBe(200);
  });
});

describe('/me', () => {
  it('tells a user and a token who they are and what they may do', async () => {
    const { ID } = await createUser(service.call, 'olga', 'limited_subuser', locationID);
    const { call } = await service.signIn('olga');
    const { body } = await call('GET', '/me');
    expect(body).toMatchObject({ kind: 'user', user: { ID, username: 'olga', state: 'active' }, token: null });
    expect(body.group).toEqual({ code: 'demo', name: 'demo' });
    expect(body.locationAccess).toMatchObject({ locationIDs: [locationID], accessAllLocations: false });
    expect(body.capabilities).toContain('items.register');
    expect(body.capabilities).not.toContain('items.read');
    const { id, token } = await service.get(ApiTokens).create(service.groupID, 'carrier', 'Post');
    const mine = (await service.as(token)('GET', '/me')).body;
    expect(mine).toMatchObject({ kind: 'token', user: null, token: { ID: id, name: 'Post', role: 'carrier' } });
    expect(mine.locationAccess).toMatchObject({ accessAllLocations: true });
    expect((await service.as(token)('GET', '/me/sessions')).status).toBe(403);
  });

  it('keeps a language', async () => {
    await createUser(service.call, 'orla', 'limited_subuser', locationID);
    const { call } = await service.signIn('orla');
    expect((await call('GET', '/me')).body.user.language).toBeNull();
    expect((await call('PUT', '/me', { language: 'de' })).body.user.language).toBe('de');
    expect((await call('PUT', '/me', { language: 'tlh' })).body.errors).toMatchObject([
      { field: 'language', code: 'not_allowed' },
    ]);
    expect((await call('PUT', '/me', { language: null })).body.user.language).toBeNull();
  });

  it('lists and ends sessions, at most fifty', async () => {
    const { ID } = await createUser(service.call, 'pia', 'limited_subuser', locationID);
    const first = await service.signIn('pia');
    const { call } = await service.signIn('pia');
    const sessions = (await call('GET', '/me/sessions')).body;
    expect(sessions).toHaveLength(2);
    expect(sessions.map(({ current }: { current: boolean }) => current).sort()).toEqual([false, true]);
    expect(sessions[0]).toEqual({
      ID: expect.any(String),
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      userAgent: 'node',
      current: expect.any(Boolean),
    });
    const other = sessions.find(({ current }: { current: boolean }) => !current);
    expect((await call('DELETE', `/me/sessions/${other.ID}`)).status).toBe(204);
    expect((await call('DELETE', `/me/sessions/${other.ID}`)).status).toBe(404);
    expect((await service.as(null)('POST', '/auth/refresh', { refreshToken: first.refreshToken })).status).toBe(401);
    for (let n = 0; n < 50; n++) await service.signIn('pia');
    expect((await service.sql('select from sessions where user_id = $1', [ID])).length).toBe(50);
    await vi.waitFor(async () => expect((await call('GET', '/me')).status).toBe(401), { timeout: 6_000 });
  }, 60_000);

  it('changes the password with the current one, and ends the other sessions', async () => {
    await createUser(service.call, 'quinn', 'limited_subuser', locationID);
    const [{ call }, other] = [await service.signIn('quinn'), await service.signIn('quinn')];
    const change = (currentPassword: string, newPassword: string) =>
      call('PUT', '/me/password', { currentPassword, newPassword });
    expect((await change('not the one', NEW)).body).toMatchObject({ status: 403, code: 'invalid_credentials' });
    expect((await change(PASSWORD, 'i am quinn 2026')).body.errors).toMatchObject([{ field: 'newPassword', code: 'too_weak' }]);
    expect((await change(PASSWORD, NEW)).status).toBe(204);
    expect((await call('GET', '/me')).status).toBe(200);
    expect((await other.call('GET', '/me')).status).toBe(401);
    expect((await login('quinn', NEW)).status).toBe(200);
  });
});

describe('a second factor', () => {
  it('is asked for at sign-in once it is on; each code counts once, in whatever process', async () => {
    await createUser(service.call, 'rosa', 'limited_subuser', locationID);
    const { call } = await service.signIn('rosa');
    const { secret, otpauthUrl } = (await call('POST', '/me/totp', own)).body;
    expect(otpauthUrl).toMatch(/^otpauth:\/\/totp\/.*rosa\?.*algorithm=SHA1&digits=6&period=30/);
    const code = (steps = 0) => new TOTP({ secret }).generate({ timestamp: service.clock.now().getTime() + steps * STEP });
    // From the beginning of a code's time on, so that none ends in between.
    service.clock.forward((STEP - (service.clock.now().getTime() % STEP)) / DAY);
    expect((await login('rosa')).status).toBe(200);
    expect((await call('PUT', '/me/totp', { code: '12345' })).body).toMatchObject({ status: 403, code: 'invalid_credentials' });
    const { recoveryCodes } = (await call('PUT', '/me/totp', { code: code(-1) })).body;
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await call('POST', '/me/totp', own)).status).toBe(409);

    expect((await login('rosa')).body).toMatchObject({ status: 401, code: 'second_factor_required' });
    expect((await login('rosa', 'another one')).body).toMatchObject({ status: 401, code: 'invalid_credentials' });
    expect((await login('rosa', PASSWORD, code(-1))).body).toMatchObject({ status: 401, code: 'invalid_credentials' });
    const now = code();
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => login('rosa', PASSWORD, now)));
    expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await login('rosa', PASSWORD, code(3))).status).toBe(401);
    expect((await login('rosa', PASSWORD, code(1))).status).toBe(200);

    const [one, two] = recoveryCodes;
    expect((await login('rosa', PASSWORD, one.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await login('rosa', PASSWORD, one)).status).toBe(401);
    expect((await call('DELETE', '/me/totp', { code: one })).body).toMatchObject({ status: 403, code: 'invalid_credentials' });
    expect((await call('DELETE', '/me/totp', { code: two })).status).toBe(204);
    expect((await login('rosa')).status).toBe(200);
    const rows = await service.sql('select encode(sealed_secret, $1) as sealed from second_factors', ['escape']);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('is demanded of roles: who lacks it may only care for its own account', async () => {
    const { call } = await service.group('strict');
    const { body: hotel } = await call('POST', '/locations', HOTEL);
    const admin = await createUser(call, 'sam', 'group_admin', hotel.locationID);
    await createUser(call, 'tom', 'property_subuser', hotel.locationID);
    await service.get(Groups).setSecondFactorRoles('strict', ['group_admin']);
    const sam = (await service.signIn('sam')).call;
    expect((await sam('GET', '/locations')).status).toBe(403);
    expect((await sam('GET', '/me')).body.capabilities).toEqual(['me.read', 'me.write']);
    expect((await (await service.signIn('tom')).call('GET', '/locations')).status).toBe(200);
    const { secret } = (await sam('POST', '/me/totp', own)).body;
    const timestamp = service.clock.now().getTime();
    expect((await sam('PUT', '/me/totp', { code: new TOTP({ secret }).generate({ timestamp }) })).status).toBe(200);
    expect((await sam('GET', '/locations')).status).toBe(200);

    expect((await sam('DELETE', `/users/${admin.ID}/totp`)).status).toBe(409);
    expect((await call('DELETE', `/users/${admin.ID}/totp`)).status).toBe(204);
    expect((await login('sam')).status).toBe(200);
    expect((await sam('GET', '/locations')).status).toBe(403);
  });
});

it('events, messages and answers hold no password, code or secret of a link', async () => {
  const rows = await service.sql('select data::text as text from events union all select messages::text from messages');
  const text = JSON.stringify(rows);
  for (const secret of [NEW, PASSWORD, 'ines@example.com', 'otpauth', '/account/']) expect(text, secret).not.toContain(secret);
});
