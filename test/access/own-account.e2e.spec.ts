import type { INestApplicationContext } from '@nestjs/common';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CallLimits } from '#platform/limits';
import { MailServer } from '../messages/mail-server.js';
import { createUser, PASSWORD } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';

const NEW = 'purple stapler window';
const LINK = /https:\/\/lost\.example(\/account\/[\w-]+)/;

let service: TestService;
let mail: MailServer;
let worker: INestApplicationContext;
let locationID: string;

beforeAll(async () => {
  service = await startService({ publicUrl: 'https://lost.example', limits: new CallLimits(0, 10) });
  mail = await MailServer.open(() => null);
  const messages = { smtpUrl: mail.url, from: 'Lost <lost@hotel.example>', smsUrl: null, folder: null, schedule: [300] };
  worker = await startWorker(service.options, {}, messages);
  locationID = await service.location();
});
afterAll(async () => {
  await worker?.close();
  await mail?.close();
  await service?.stop();
});

const own = { currentPassword: PASSWORD };

async function signedIn(username: string) {
  const email = `${username}@example.com`;
  const user = await createUser(service.call, username, 'property_admin', locationID, { email });
  return { ...user, email, ...(await service.signIn(username)) };
}

/** The latest of so many messages to the address. */
async function mailTo(address: string, count = 1) {
  await vi.waitFor(() => expect(mail.to(address)).toHaveLength(count), { timeout: 50_000 });
  return mail.to(address).at(-1)!;
}

const linkIn = ({ text }: { text?: string }) => LINK.exec(text!)![1]!;
const post = (path: string, fields: Record<string, string> = {}) =>
  fetch(service.url + path, { method: 'POST', body: new URLSearchParams(fields) });
const forgot = (username: string) => service.as(null)('POST', '/auth/password/forgot', { username });
const login = (username: string, password = PASSWORD) => service.as(null)('POST', '/auth/login', { username, password });

describe('an access token alone', () => {
  it('changes neither address nor second factor, nor an own password the other way', async () => {
    const { call, ID } = await signedIn('anna');
    const wrong = { ...own, currentPassword: 'not the one' };
    const refused = [
      await call('PUT', '/me', { email: 'thief@example.com' }),
      await call('PUT', '/me', { email: 'thief@example.com', ...wrong }),
      await call('PUT', '/me', { email: null }),
      await call('POST', '/me/totp'),
      await call('POST', '/me/totp', wrong),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(5).fill([403, 'invalid_credentials']));
    expect((await call('PUT', `/users/${ID}`, { password: NEW })).status).toBe(409);
    expect((await call('PUT', '/me', { email: 'anna@example.com', language: 'de' })).status).toBe(200);
    expect((await call('GET', '/me')).body.user).toMatchObject({ email: 'anna@example.com', language: 'de' });
    expect((await call('PUT', `/users/${ID}`, { email: 'thief@example.org' })).status).toBe(200);
    expect((await mailTo('anna@example.com')).subject).toBe('demo: Änderung an Ihrem Konto');
    await mailTo('thief@example.org');
    expect((await forgot('anna')).status).toBe(202);
    const link = linkIn(await mailTo('anna@example.com', 2));
    expect((await post(link, { password: NEW })).status).toBe(200);
    expect(mail.to('thief@example.org')).toHaveLength(1);
  });

  it('keeps its user, by wrong tries, from nothing in another session, and codes are counted apart', async () => {
    const { call } = await signedIn('bert');
    const other = (await service.signIn('bert')).call;
    const { secret } = (await call('POST', '/me/totp', own)).body;
    const wrong = { currentPassword: 'not the one', newPassword: NEW };
    for (let tried = 0; tried < 10; tried++) expect((await call('PUT', '/me/password', wrong)).status).toBe(403);
    expect((await call('PUT', '/me/password', { ...own, newPassword: NEW })).status).toBe(429);
    const code = new TOTP({ secret }).generate({ timestamp: service.clock.now().getTime() });
    expect((await call('PUT', '/me/totp', { code })).status).toBe(200);
    expect((await other('PUT', '/me/password', { ...own, newPassword: NEW })).status).toBe(204);
    expect((await login('bert', NEW)).body.code).toBe('second_factor_required');
  });
});

describe('a new address', () => {
  it('counts for links to set a password once its own link was used', async () => {
    const { call, email } = await signedIn('carl');
    const next = 'carl@example.net';
    const { body } = await call('PUT', '/me', { email: next, ...own });
    expect(body.user).toMatchObject({ email: next, email_validated: false });
    expect((await mailTo(email)).text).toContain('The email address of your account carl was changed.');
    const verify = linkIn(await mailTo(next));
    await forgot('carl');
    const sent = linkIn(await mailTo(email, 2));
    expect(mail.to(next)).toHaveLength(1);
    const page = await fetch(service.url + verify);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(next)]);
    expect((await call('GET', '/me')).body.user.email_validated).toBe(false);
    expect((await post(verify)).status).toBe(200);
    expect((await post(verify)).status).toBe(410);
    expect((await fetch(service.url + verify)).status).toBe(410);
    expect((await call('GET', '/me')).body.user).toMatchObject({ email: next, email_validated: true });
    expect((await fetch(service.url + sent)).status).toBe(200);
    await forgot('carl');
    await mailTo(next, 2);
    expect((await fetch(service.url + sent)).status).toBe(410);
  });

  it('is verified by the link of that address alone, within a week, and is sent another', async () => {
    const { call } = await signedIn('dina');
    await call('PUT', '/me', { email: 'dina@example.net', ...own });
    const first = linkIn(await mailTo('dina@example.net'));
    await call('PUT', '/me', { email: 'dina@example.org', ...own });
    const second = linkIn(await mailTo('dina@example.org'));
    expect((await post(first)).status).toBe(410);
    service.clock.forward(7.01);
    expect((await post(second)).status).toBe(410);
    service.clock.forward(-7.01);
    await call('PUT', '/me', { email: 'dina@example.org', ...own });
    expect((await post(linkIn(await mailTo('dina@example.org', 2)))).status).toBe(200);
  });
});

describe('the last verified address', () => {
  it('is told of every change of password and second factor, by whoever', async () => {
    const { call, email, ID } = await signedIn('emil');
    await call('PUT', '/me/password', { ...own, newPassword: NEW });
    expect((await mailTo(email)).text).toContain('The password of your account emil was changed.');
    const { secret } = (await call('POST', '/me/totp', { currentPassword: NEW })).body;
    await call('PUT', '/me/totp', { code: new TOTP({ secret }).generate({ timestamp: service.clock.now().getTime() }) });
    expect((await mailTo(email, 2)).text).toContain('A second factor was added to your account emil.');
    await service.call('DELETE', `/users/${ID}/totp`);
    expect((await mailTo(email, 3)).text).toContain('The second factor of your account emil was removed.');
    await service.call('PUT', `/users/${ID}`, { email: 'emil@example.net' });
    expect((await mailTo(email, 4)).text).toContain('The email address of your account emil was changed.');
    expect(mail.to('emil@example.net')).toEqual([]);
  });

  it('is sent a link that leaves the second factor on', async () => {
    const { call, email } = await signedIn('fred');
    const { secret } = (await call('POST', '/me/totp', own)).body;
    const code = (steps: number) => new TOTP({ secret }).generate({ timestamp: service.clock.now().getTime() + steps * 30_000 });
    const { recoveryCodes } = (await call('PUT', '/me/totp', { code: code(-1) })).body;
    await mailTo(email);
    await forgot('fred');
    const link = linkIn(await mailTo(email, 2));
    const weak = await post(link, { password: 'my name is fred' });
    expect([weak.status, await weak.text()]).toEqual([400, expect.stringContaining('too easy to guess')]);
    const twice = await Promise.all([post(link, { password: NEW }), post(link, { password: `${NEW} too` })]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 410]);
    const password = twice[0]!.status === 200 ? NEW : `${NEW} too`;
    expect((await call('GET', '/me')).status).toBe(401);
    expect((await login('fred', password)).body.code).toBe('second_factor_required');
    // One recovery code, five calls at once: it counts once.
    const withCode = () => service.as(null)('POST', '/auth/login', { username: 'fred', password, code: recoveryCodes[0] });
    const atOnce = await Promise.all(Array.from({ length: 5 }, withCode));
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });
});
