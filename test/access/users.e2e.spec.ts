import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../support/call.js';
import { createLocation, createRegion, createUser, inCountry, PASSWORD } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let call: Call;

beforeAll(async () => {
  service = await startService();
  call = service.call;
  for (const countryID of ['NL', 'DE', 'NL']) await service.location(inCountry(countryID));
});

afterAll(() => service?.stop());

describe('users', () => {
  it('are created with a Location and never show the password', async () => {
    const created = await call('POST', '/users', {
      username: ' Sanne ',
      password: PASSWORD,
      locationID: 'demo:1',
      email: 'sanne@example.com',
      userRole: 'property_admin',
    });
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`/api/v2/users/${created.body.ID}`);
    expect(created.headers.get('etag')).toBe('"1"');
    expect(created.body).toEqual({
      ID: expect.any(Number),
      username: 'Sanne',
      locationAccess: { locationIDs: ['demo:1'], regionIDs: [], countryIDs: [], accessAllLocations: false },
      email: 'sanne@example.com',
      email_validated: false,
      userRole: 'property_admin',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/),
      updatedAt: created.body.createdAt,
      lastLoginAt: null,
      state: 'active',
      language: null,
    });
    expect((await call('GET', `/users/${created.body.ID}`)).body).toEqual(created.body);
  });

  it('have usernames that are unique across Groups without case, and free again after deletion', async () => {
    const { ID } = await createUser(call, 'unique', 'overview_subuser', 'demo:1');
    const { call: other } = await service.group('other');
    await createLocation(other);
    const again = { username: 'UNIQUE', password: PASSWORD, locationID: 'other:1', userRole: 'group_admin' };
    expect(await other('POST', '/users', again)).toMatchObject({ status: 409, body: { code: 'username_taken' } });
    const someone = await createUser(other, 'someone', 'group_admin', 'other:1');
    const renamed = await other('PUT', `/users/${someone.ID}`, { username: 'uniquE' });
    expect(renamed).toMatchObject({ status: 409, body: { code: 'username_taken' } });
    expect((await call('DELETE', `/users/${ID}`)).status).toBe(204);
    expect((await call('GET', `/users/${ID}`)).status).toBe(404);
    expect((await call('DELETE', `/users/${ID}`)).status).toBe(404);
    expect((await other('POST', '/users', again)).status).toBe(201);
  });

  it('are refused with every wrong field', async () => {
    const { status, body } = await call('POST', '/users', { username: '', password: 'short', userRole: 'boss', colour: 'red' });
    expect(status).toBe(400);
    expect(body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`).sort()).toEqual([
      'colour unknown_field',
      'locationID required',
      'password too_short',
      'userRole not_allowed',
      'username required',
    ]);
    const nowhere = { username: 'nowhere', password: PASSWORD, locationID: 'demo:99', userRole: 'group_admin' };
    expect((await call('POST', '/users', nowhere)).body.errors).toMatchObject([
      { field: 'locationID', code: 'unknown_reference' },
    ]);
  });

  it('change by fields, against the version that was read', async () => {
    const { ID } = await createUser(call, 'changing', 'limited_subuser', 'demo:1');
    const changed = await call(
      'PUT',
      `/users/${ID}`,
      { email: 'new@example.com', userRole: 'property_subuser' },
      { 'if-match': '"1"' },
    );
    expect(changed).toMatchObject({
      status: 200,
      body: { email: 'new@example.com', userRole: 'property_subuser', username: 'changing' },
    });
    expect(changed.headers.get('etag')).toBe('"2"');
    expect((await call('PUT', `/users/${ID}`, { email: null }, { 'if-match': '"1"' })).status).toBe(412);
    expect((await call('PUT', `/users/${ID}`, { email: null })).body.email).toBeNull();
    expect((await call('PUT', `/users/${ID}`, { password: 'another password' })).headers.get('etag')).toBe('"4"');
    expect((await call('PUT', `/users/${ID}`, {})).headers.get('etag')).toBe('"4"');
  });

  it('are listed by identifier as a bare array with links', async () => {
    for (const n of [1, 2, 3]) await createUser(call, `listed-${n}`, 'overview_subuser', 'demo:1');
    const list = await call('GET', '/users?limit=2&count=true');
    const [first, second] = list.body.map(({ ID }: { ID: number }) => ID);
    expect(list.body).toHaveLength(2);
    expect(first).toBeLessThan(second);
    expect(list.headers.get('link')).toContain('rel="next"');
    expect(Number(list.headers.get('x-total-count'))).toBeGreaterThan(2);
    expect((await call('GET', '/users?page=1000')).body).toEqual([]);
    expect((await call('GET', '/users?limit=1001')).status).toBe(400);
  });

  it('have one of five roles', async () => {
    const { body } = await call('GET', '/users/roles');
    expect(body).toHaveLength(5);
    expect(body[0]).toMatchObject({ ID: 'group_admin', userRole: 'group_admin', title: 'Group Admin' });
  });
});

describe('access', () => {
  it('is given to Locations, Countries and Regions, and taken again', async () => {
    const { ID } = await createUser(call, 'access', 'property_admin', 'demo:1');
    const region = await createRegion(call, 'East', 'demo:2');
    const given = await call('POST', `/users/${ID}/locations`, {
      locationIDs: ['demo:3', 'demo:1'],
      regionIDs: [region.ID],
      countryIDs: ['NL'],
      addAccessAllLocations: true,
    });
    const access = { locationIDs: ['demo:1', 'demo:3'], regionIDs: [region.ID], countryIDs: ['NL'], accessAllLocations: true };
    expect(given).toMatchObject({ status: 200, body: access });
    expect((await call('GET', `/users/${ID}/locations`)).body).toEqual(access);
    const taken = await call('DELETE', `/users/${ID}/locations`, {
      locationIDs: ['demo:1', 'demo:3'],
      removeAccessAllLocations: true,
    });
    expect(taken).toMatchObject({ status: 200, body: { locationIDs: [], accessAllLocations: false, countryIDs: ['NL'] } });
    expect((await call('DELETE', `/users/${ID}/locations`, { countryIDs: ['NL'] })).status).toBe(200);
    const last = await call('DELETE', `/users/${ID}/locations`, { regionIDs: [region.ID] });
    expect(last).toMatchObject({ status: 400, body: { code: 'last_location' } });
    expect((await call('DELETE', `/regions/${region.ID}`)).body.code).toBe('conflict');
    expect((await call('PUT', `/regions/${region.ID}`, { locationIDs: [] })).body.code).toBe('conflict');
    await call('POST', `/users/${ID}/locations`, { locationIDs: ['demo:1'] });
    expect((await call('DELETE', `/regions/${region.ID}`)).status).toBe(204);
    expect((await call('GET', `/users/${ID}/locations`)).body.regionIDs).toEqual([]);
  });

  it('names what does not exist', async () => {
    const { ID } = await createUser(call, 'naming', 'property_admin', 'demo:1');
    const { status, body } = await call('POST', `/users/${ID}/locations`, {
      locationIDs: ['demo:99', 'demo:1'],
      regionIDs: [77],
    });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([
      { field: 'locationIDs.0', code: 'unknown_reference' },
      { field: 'regionIDs.0', code: 'unknown_reference' },
    ]);
    expect((await call('POST', `/users/${ID}/locations`, { countryIDs: ['XX'] })).body.errors).toMatchObject([
      { field: 'countryIDs.0', code: 'not_allowed' },
    ]);
  });

  it('keeps a deactivated Location without showing it', async () => {
    const location = await service.location(inCountry('FR'));
    const { ID } = await createUser(call, 'keeper', 'property_subuser', location);
    await call('PUT', `/locations/${location}/deactivate`);
    expect((await call('GET', `/users/${ID}`)).body.locationAccess.locationIDs).toEqual([]);
    expect((await call('GET', `/locations/${location}/users`)).body).toEqual([]);
    await call('POST', `/users/${ID}/locations`, { locationIDs: ['demo:2'] });
    expect((await call('DELETE', `/users/${ID}/locations`, { locationIDs: ['demo:2'] })).status).toBe(200);
    await call('PUT', `/locations/${location}/reactivate`);
    expect((await call('GET', `/users/${ID}`)).body.locationAccess.locationIDs).toEqual([location]);
    const names = (await call('GET', `/locations/${location}/users`)).body.map(({ username }: { username: string }) => username);
    expect(names).toEqual(['keeper']);
  });

  it('two takers at once never leave a user with nothing', async () => {
    const { ID } = await createUser(call, 'raced', 'overview_subuser', 'demo:1');
    const region = await createRegion(call, 'Raced', 'demo:2');
    await call('POST', `/users/${ID}/locations`, { regionIDs: [region.ID] });
    const answers = await Promise.all([
      call('DELETE', `/users/${ID}/locations`, { locationIDs: ['demo:1'] }),
      call('DELETE', `/regions/${region.ID}`),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  });
});
