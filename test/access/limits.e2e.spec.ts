import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallLimits } from '#platform/limits';
import { createLocation, createUser, PASSWORD } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await startService({ limits: new CallLimits(40, 4) });
});

afterAll(() => service?.stop());

/** Signs in from an address of this machine. @returns the status */
function login(from: string, username: string, password: string): Promise<{ status: number; retryAfter?: string }> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', localAddress: from, headers: { 'content-type': 'application/json' } };
    request(`${service.url}/api/v2/auth/login`, options, (response) => {
      response.resume();
      resolve({ status: response.statusCode!, retryAfter: response.headers['retry-after'] });
    })
      .on('error', reject)
      .end(JSON.stringify({ username, password }));
  });
}

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

  it('failures from many addresses lock the name, except where its owner has signed in before', async () => {
    for (const from of ['127.0.0.4', '127.0.0.5', '127.0.0.6', '127.0.0.7']) await login(from, 'owner', 'guessed password');
    expect((await login('127.0.0.8', 'owner', PASSWORD)).status).toBe(429);
    expect((await login('127.0.0.3', 'owner', PASSWORD)).status).toBe(200);
  });
});
