import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Call } from '../support/call.js';
import { createUser, inCountry, PASSWORD } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let call: Call;
let open: Call;

/** What was changed takes effect within 5 seconds (decisions.md, section 5). */
const EFFECTIVE = 5_000;

const login = (username: string, password = PASSWORD) => open('POST', '/auth/login', { username, password });
const refresh = (refreshToken: string) => open('POST', '/auth/refresh', { refreshToken });

beforeAll(async () => {
  service = await startService();
  call = service.call;
  open = service.as(null);
  for (const country of ['NL', 'DE', 'NL']) await service.location(inCountry(country));
});

afterAll(() => service?.stop());

describe('signing in', () => {
  it('gives an access token for 15 minutes and a refresh token', async () => {
    const { ID } = await createUser(call, 'anna', 'property_admin', 'demo:1');
    const { status, body, headers } = await login('ANNA');
    expect(status).toBe(200);
    expect(body).toEqual({
      accessToken: expect.any(String),
      tokenType: 'Bearer',
      expiresIn: 900,
      refreshToken: expect.any(String),
    });
    expect(headers.get('cache-control')).toBe('no-store');
    const own = await service.as(body.accessToken)('GET', `/users/${ID}`);
    expect(own.body).toMatchObject({ username: 'anna', lastLoginAt: expect.stringMatching(/^\d{4}-/) });
  });

  it('refuses unknown names and wrong passwords alike', async () => {
    const [unknown, wrong] = [await login('nobody'), await login('anna', 'not the password')];
    expect([unknown.status, wrong.status]).toEqual([401, 401]);
    expect(unknown.body).toEqual({ ...wrong.body, requestID: expect.any(String) });
    expect(unknown.body.code).toBe('invalid_credentials');
  });

  it('is continued by each refresh token once; a second use ends the session', async () => {
    const { refreshToken } = await service.signIn('anna');
    const next = await refresh(refreshToken);
    expect(next.status).toBe(200);
    expect((await refresh(refreshToken)).status).toBe(401);
    expect((await refresh(next.body.refreshToken)).status).toBe(401);
    expect((await service.as(next.body.accessToken)('GET', '/users/roles')).status).toBe(401);
  });

  it('of two refreshes at once at most one succeeds', async () => {
    const { refreshToken } = await service.signIn('anna');
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(refreshToken)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('ends with logout, access token included', async () => {
    const { call: own, refreshToken } = await service.signIn('anna');
    expect((await own('GET', '/users/roles')).status).toBe(200);
    expect((await open('POST', '/auth/logout', { refreshToken })).status).toBe(204);
    expect((await refresh(refreshToken)).status).toBe(401);
    await vi.waitFor(async () => expect((await own('GET', '/users/roles')).status).toBe(401), EFFECTIVE);
  });

  it('ends while it is being continued: one of both comes first, and neither fails', async () => {
    const sessions = await Promise.all(Array.from({ length: 12 }, () => service.signIn('anna')));
    const pairs = sessions.map(({ refreshToken }) =>
      Promise.all([refreshToken, refresh(refreshToken), open('POST', '/auth/logout', { refreshToken })]),
    );
    for (const [n, [refreshToken, refreshed, loggedOut]] of (await Promise.all(pairs)).entries()) {
      expect(loggedOut.status, `session ${n}`).toBe(204);
      expect([200, 401], `session ${n}`).toContain(refreshed.status);
      const left = await refresh(refreshed.body.refreshToken ?? refreshToken);
      expect(left.status, `session ${n}`).toBe(401);
    }
  });

  it('is not opened by a password that is replaced meanwhile, nor by a user who is deleted', async () => {
    for (const [name, change] of [
      ['renamed', (id: number) => call('PUT', `/users/${id}`, { password: 'a new password' })],
      ['removed', (id: number) => call('DELETE', `/users/${id}`)],
    ] as const) {
      const user = await createUser(call, name, 'property_admin', 'demo:1');
      const [changed, ...answers] = await Promise.all([change(user.ID), ...Array.from({ length: 12 }, () => login(name))]);
      expect(changed!.status, name).toBeLessThan(300);
      for (const { status, body } of answers) {
        expect([200, 401], name).toContain(status);
        const left = await refresh(body.refreshToken ?? 'none');
        expect(left.status, name).toBe(401);
      }
    }
  });

  it('takes no token that was not signed here', async () => {
    const [header, payload] = (await login('anna')).body.accessToken.split('.');
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
    for (const token of [
      'x',
      'a.b.c',
      `${header}.${payload}.`,
      `${none}.${payload}.`,
      `${header}.${payload}.AAAA`,
      'lf_x',
      'x'.repeat(5000),
    ]) {
      expect((await service.as(token)('GET', '/users/roles')).status, token.slice(0, 20)).toBe(401);
    }
  });
});

describe('within 5 seconds', () => {
  it('a deleted user, a new role, new access, a new password and a deactivated Location take effect', async () => {
    const users = await Promise.all(
      ['gone', 'demoted', 'moved', 'renewed', 'closed'].map((name) => createUser(call, name, 'property_admin', 'demo:1')),
    );
    const closing = await service.location(inCountry('BE'));
    await call('POST', `/users/${users[4].ID}/locations`, { locationIDs: [closing] });
    const [gone, demoted, moved, renewed, closed] = (await Promise.all(
      users.map(async ({ username }) => (await service.signIn(username)).call),
    )) as [Call, Call, Call, Call, Call];
    const before = await Promise.all([gone, demoted, moved, renewed, closed].map((own) => own('GET', '/users')));
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await closed('GET', `/locations/${closing}`)).status).toBe(200);

    await call('DELETE', `/users/${users[0].ID}`);
    await call('PUT', `/users/${users[1].ID}`, { userRole: 'limited_subuser' });
    await call('POST', `/users/${users[2].ID}/locations`, { countryIDs: ['DE'] });
    await call('DELETE', `/users/${users[2].ID}/locations`, { locationIDs: ['demo:1'] });
    await call('PUT', `/users/${users[3].ID}`, { password: 'another password' });
    await call('PUT', `/locations/${closing}/deactivate`);
    await vi.waitFor(async () => {
      expect((await gone('GET', '/users/roles')).status).toBe(401);
      expect((await demoted('GET', '/users')).status).toBe(403);
      const reached = (await moved('GET', '/locations')).body.map(({ locationID }: { locationID: string }) => locationID);
      expect(reached).toEqual(['demo:2']);
      expect((await renewed('GET', '/users/roles')).status).toBe(401);
      expect((await closed('GET', `/locations/${closing}`)).status).toBe(404);
    }, EFFECTIVE);
    expect((await login('gone')).status).toBe(401);
    expect((await login('renewed')).status).toBe(401);
    expect((await login('renewed', 'another password')).status).toBe(200);
  });
});

describe('a user acts inside its access', () => {
  it('sees users who share a Location, and of their Locations those it reaches', async () => {
    const admin = await createUser(call, 'hamburg', 'property_admin', 'demo:2');
    const both = await createUser(call, 'both', 'property_subuser', 'demo:2');
    await call('POST', `/users/${both.ID}/locations`, { locationIDs: ['demo:3'] });
    const elsewhere = await createUser(call, 'elsewhere', 'property_subuser', 'demo:3');
    const everywhere = await createUser(call, 'everywhere', 'group_admin', 'demo:3');
    await call('POST', `/users/${everywhere.ID}/locations`, { addAccessAllLocations: true });
    const own = (await service.signIn('hamburg')).call;

    const names = (await own('GET', '/users')).body.map(({ username }: { username: string }) => username);
    expect(names).toEqual(expect.arrayContaining(['hamburg', 'both', 'everywhere']));
    expect(names).not.toContain('elsewhere');
    expect((await own('GET', `/users/${elsewhere.ID}`)).status).toBe(404);
    expect((await own('GET', `/users/${both.ID}`)).body.locationAccess.locationIDs).toEqual(['demo:2']);
    expect((await own('GET', '/locations/demo:3/users')).status).toBe(404);
    expect((await own('PUT', `/users/${both.ID}`, { email: null })).status).toBe(403);
    expect((await own('DELETE', `/users/${everywhere.ID}`)).status).toBe(403);
    expect((await own('DELETE', `/users/${admin.ID}`)).body.code).toBe('conflict');
    expect((await own('DELETE', `/users/${admin.ID}/locations`, { locationIDs: ['demo:2'] })).body.code).toBe('last_location');
    const making = (userRole: string, locationID: string) =>
      own('POST', '/users', { username: `made-${userRole}`, password: PASSWORD, locationID, userRole });
    expect((await making('property_admin', 'demo:2')).status).toBe(201);
    expect((await making('group_admin', 'demo:2')).status).toBe(403);
    expect((await making('overview_subuser', 'demo:1')).body.errors).toMatchObject([
      { field: 'locationID', code: 'unknown_reference' },
    ]);
    expect((await own('POST', '/regions', { name: 'Mine' })).status).toBe(403);
  });

  it('access to a Country covers Locations created there later', async () => {
    const { ID } = await createUser(call, 'country', 'overview_subuser', 'demo:1');
    await call('POST', `/users/${ID}/locations`, { countryIDs: ['AT'] });
    const location = await service.location(inCountry('AT'));
    const own = (await service.signIn('country')).call;
    expect((await own('GET', `/locations/${location}`)).status).toBe(200);
  });
});
