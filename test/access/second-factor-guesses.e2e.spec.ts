import type { INestApplicationContext } from '@nestjs/common';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MailServer } from '../messages/mail-server.js';
import { callsWith } from '../support/call.js';
import { createUser, PASSWORD } from '../support/records.js';
import { type ServedApi, serveApi, startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';

const [STEP, DAY] = [30_000, 24 * 60 * 60 * 1000];

let service: TestService;
let other: ServedApi;
let mail: MailServer;
let worker: INestApplicationContext;
let locationID: string;
let users = 0;

/** The user of a story, with a second factor. */
let user: { ID: number; name: string; call: TestService['call']; secret: string; recoveryCodes: string[] };

beforeAll(async () => {
  service = await startService({ publicUrl: 'https://lost.example' });
  other = await serveApi(service.options);
  mail = await MailServer.open(() => null);
  const messages = { smtpUrl: mail.url, from: 'Lost <lost@hotel.example>', smsUrl: null, folder: null, schedule: [300] };
  worker = await startWorker(service.options, {}, messages);
  locationID = await service.location();
});
afterAll(async () => {
  await worker?.close();
  await mail?.close();
  await other?.app.close();
  await service?.stop();
});

const code = (steps = 0) =>
  new TOTP({ secret: user.secret }).generate({ timestamp: service.clock.now().getTime() + steps * STEP });

/** From the beginning of the next code's time on, so that each code is good once more. */
const nextCode = () => service.clock.forward((STEP - (service.clock.now().getTime() % STEP)) / DAY);

const login = async (given: string, { url } = { url: service.url }) =>
  (await callsWith(url, null)('POST', '/auth/login', { username: user.name, password: PASSWORD, code: given })).status;

/** Wrong codes by both processes in turn. */
async function guess(times: number): Promise<void> {
  for (let n = 0; n < times; n++) expect(await login('wrong', n % 2 ? other : undefined)).toBe(401);
}

beforeEach(async () => {
  const name = `user-${++users}`;
  const { ID } = await createUser(service.call, name, 'property_admin', locationID, { email: `${name}@example.com` });
  const { call } = await service.signIn(name);
  await call('PUT', '/me', { language: 'de' });
  const { secret } = (await call('POST', '/me/totp', { currentPassword: PASSWORD })).body;
  user = { ID, name, call, secret, recoveryCodes: [] };
  nextCode();
  user.recoveryCodes = (await call('PUT', '/me/totp', { code: code(-1) })).body.recoveryCodes;
});

const told = () => mail.to(`${user.name}@example.com`).filter(({ text }) => text!.includes('falschen Code'));

describe('wrong codes of a second factor', () => {
  it('are counted for the user over all processes: after 20 only a recovery code leads in, and begins the count anew', async () => {
    const atOnce = await Promise.all(Array.from({ length: 30 }, (_, n) => login('wrong', n % 2 ? other : undefined)));
    expect(new Set(atOnce)).toEqual(new Set([401]));
    expect(await login(code())).toBe(401);
    expect(await login(user.recoveryCodes[0]!)).toBe(200);
    expect(await login(code())).toBe(200);
    await guess(19);
    nextCode();
    expect(await login(code())).toBe(200);
  });

  it('are not forgotten by right ones between them, and are after 24 hours', async () => {
    await guess(10);
    expect(await login(code())).toBe(200);
    await guess(10);
    nextCode();
    expect(await login(code(), other)).toBe(401);
    service.clock.forward(1);
    expect(await login(code())).toBe(200);
  });

  it('an admin helps who has no recovery code: another second factor is counted for itself', async () => {
    await guess(20);
    expect((await service.call('DELETE', `/users/${user.ID}/totp`)).status).toBe(204);
    const { call } = await service.signIn(user.name);
    user.secret = (await call('POST', '/me/totp', { currentPassword: PASSWORD })).body.secret;
    nextCode();
    expect((await call('PUT', '/me/totp', { code: code(-1) })).status).toBe(200);
    expect(await login(code())).toBe(200);
  });

  it('count where the owner of a session takes the second factor away, too', async () => {
    await guess(20);
    expect((await user.call('DELETE', '/me/totp', { code: code() })).status).toBe(403);
    expect((await user.call('DELETE', '/me/totp', { code: user.recoveryCodes[1] })).status).toBe(204);
  });

  it('are told to the user in its language after the fifth in a row, once', async () => {
    await guess(4);
    expect(await login(code())).toBe(200);
    await guess(4);
    expect(await service.call('GET', `/users/${user.ID}/history`)).toMatchObject({ status: 200 });
    expect(told()).toHaveLength(0);
    await guess(4);
    await vi.waitFor(() => expect(told()).toHaveLength(1), { timeout: 50_000 });
    const history = (await service.call('GET', `/users/${user.ID}/history`)).body;
    expect(JSON.stringify(history).match(/UserCodesGuessed/g)).toHaveLength(1);
  });
});
