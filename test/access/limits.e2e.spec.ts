import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallLimits } from '#platform/limits';
import { withoutDecoder } from '../support/decoder.js';
import { createLocation, createUser, PASSWORD, registerItem } from '../support/records.js';
import { serveApi, startService, type TestService } from '../support/service.js';
import { loginFrom } from './guessing.js';

let service: TestService;

beforeAll(async () => {
  service = await startService({ limits: new CallLimits(40, 4) });
});

afterAll(() => service?.stop());

const login = (from: string, username: string, password: string) => loginFrom(service.url, from, username, password);

describe('limits', () => {
  it('each token has its calls a minute, whatever comes at once', async () => {
    const { call } = await service.group('calls');
    const answers = await Promise.all(Array.from({ length: 60 }, () => call('GET', '/users/roles')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body.code).toBe('rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit-policy')).toBe('"calls";q=40;w=60');
    expect(refused.headers.get('ratelimit')).toMatch(/^"calls";r=0;t=\d+$/);
    const other = await service.group('others');
    expect((await other.call('GET', '/users/roles')).headers.get('ratelimit')).toMatch(/^"calls";r=39;t=\d+$/);
  });

  it.runIf(process.platform === 'linux')('a call that fails says what is left too', async () => {
    const { call } = await service.group('failing');
    const { ID } = await registerItem(call, await createLocation(call));
    const grey = { width: 30, height: 20, channels: 3, background: 'grey' } as const;
    const picture = await sharp({ create: grey }).png().toBuffer();
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(picture)]), 'photo.png');
    await withoutDecoder(async () => {
      const { status, headers } = await call('POST', `/items/${ID}/photos`, form);
      expect([status, headers.get('ratelimit')]).toEqual([503, expect.stringMatching(/^"calls";r=\d+;t=\d+$/)]);
    });
  });

  it('failed sign-ins lock their address out, and never the owner elsewhere', async () => {
    const { call } = await service.group('names');
    await createLocation(call);
    await createUser(call, 'owner', 'group_admin', 'names:1');
    const attack = await Promise.all(Array.from({ length: 10 }, () => login('127.0.0.2', 'owner', 'guessed password')));
    expect(attack.filter(({ status }) => status === 401)).toHaveLength(4);
    expect(attack.filter(({ status }) => status === 429)).toHaveLength(6);
    expect(Number(attack.find(({ status }) => status === 429)!.retryAfter)).toBeGreaterThan(0);
    expect((await login('127.0.0.2', 'owner', PASSWORD)).status).toBe(429);
    expect((await login('127.0.0.3', 'owner', PASSWORD)).status).toBe(200);
  });

  it('failures at once are no more than one after the other, by however many processes', async () => {
    const other = await serveApi(service.options);
    const urls = Array.from({ length: 24 }, (_, n) => (n % 2 ? other : service).url);
    const answers = await Promise.all(urls.map((url, n) => loginFrom(url, '127.0.0.60', `nobody-${n}`, 'guessed password')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(4);
    for (const { status, retryAfter } of answers) if (status === 429) expect(Number(retryAfter)).toBeGreaterThan(50);
    await other.app.close();
  });

  it('failures from many addresses slow the name down, except where its owner has signed in before', async () => {
    for (const from of ['127.0.0.4', '127.0.0.5', '127.0.0.6', '127.0.0.7']) await login(from, 'owner', 'guessed password');
    expect((await login('127.0.0.9', 'owner', 'guessed password')).status).toBe(429);
    expect((await login('127.0.0.3', 'owner', PASSWORD)).status).toBe(200);
  });

  it('the owner is let in from a new place while others guess, a little later', async () => {
    const begun = performance.now();
    expect((await login('127.0.0.10', 'owner', PASSWORD)).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThan(1_000);
  });

  it('neighbours who fail do not lock the owner out where it has signed in before', async () => {
    const { call } = await service.group('neighbours');
    await createLocation(call);
    await createUser(call, 'neighbour', 'group_admin', 'neighbours:1');
    expect((await login('127.0.0.40', 'neighbour', PASSWORD)).status).toBe(200);
    for (let n = 0; n < 5; n++) await login('127.0.0.40', `nobody-${n}`, 'guessed password');
    expect((await login('127.0.0.40', 'somebody', 'guessed password')).status).toBe(429);
    expect((await login('127.0.0.40', 'neighbour', PASSWORD)).status).toBe(200);
    for (let n = 0; n < 4; n++) await login('127.0.0.40', 'neighbour', 'guessed password');
    expect((await login('127.0.0.40', 'neighbour', PASSWORD)).status).toBe(429);
  });

  it('sign-ins that succeed are limited too', async () => {
    const { call } = await service.group('busy');
    await createLocation(call);
    await createUser(call, 'busy', 'group_admin', 'busy:1');
    const statuses: number[] = [];
    for (let n = 0; n < 25; n++) statuses.push((await login('127.0.0.41', 'busy', PASSWORD)).status);
    expect(statuses).toEqual([...Array(24).fill(200), 429]);
  });
});
