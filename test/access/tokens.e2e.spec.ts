import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiTokens } from '#contexts/sign-in';
import type { Call } from '../support/call.js';
import { createUser, PASSWORD } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let [here, there]: string[] = [];

beforeAll(async () => {
  service = await startService();
  [here, there] = [await service.location({ name: 'Here' }), await service.location({ name: 'There' })];
});

afterAll(() => service?.stop());

/** Makes a token over HTTP. @returns its record, and calls with it */
async function make(role: string, more: object = {}): Promise<{ ID: string; call: Call; record: Record<string, unknown> }> {
  const { status, body } = await service.call('POST', '/tokens', { name: role, role, ...more });
  expect([status, body.code]).toEqual([201, undefined]);
  const { token, ...record } = body;
  return { ID: body.ID, call: service.as(token), record };
}

const statuses = (call: Call, ...paths: string[]) => Promise.all(paths.map(async (path) => (await call('GET', path)).status));

describe('an API token', () => {
  it('is shown once, listed without what it is called with, and refused once it is revoked', async () => {
    const expiresAt = '2040-01-02T03:04:05+01:00';
    const made = await service.call('POST', '/tokens', {
      name: ' PMS ',
      role: 'property_subuser',
      locationIDs: [here],
      expiresAt,
    });
    const { token, ...record } = made.body;
    expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v2/tokens/${record.ID}`]);
    expect(record).toEqual({
      ID: expect.any(String),
      name: 'PMS',
      prefix: token.slice(0, 9),
      role: 'property_subuser',
      locationIDs: [here],
      createdAt: expect.any(String),
      expiresAt: '2040-01-02 02:04:05.000',
      lastUsedAt: null,
    });
    const listed = async () => (await service.call('GET', '/tokens')).body.filter(({ ID }: { ID: string }) => ID === record.ID);
    expect(await listed()).toEqual([record]);
    expect((await service.as(token)('GET', '/items')).status).toBe(200);
    expect((await service.call('DELETE', `/tokens/${record.ID}`)).status).toBe(204);
    expect((await service.as(token)('GET', '/items')).status).toBe(401);
    expect(await listed()).toEqual([]);
    expect((await service.call('DELETE', `/tokens/${record.ID}`)).status).toBe(404);
  });

  it('may do what its role may, and nothing more', async () => {
    const overview = await make('overview_subuser');
    expect(await statuses(overview.call, '/items', '/users', '/tokens')).toEqual([200, 403, 403]);
    expect((await overview.call('POST', '/items', {})).status).toBe(403);
    const admin = await make('property_admin');
    expect(await statuses(admin.call, '/users', '/webhooks/config', '/tokens')).toEqual([200, 200, 403]);
    const user = { username: 'by-token', password: PASSWORD, locationID: here };
    expect((await admin.call('POST', '/users', { ...user, userRole: 'group_admin' })).status).toBe(403);
    expect((await admin.call('POST', '/users', { ...user, userRole: 'property_admin' })).status).toBe(201);
    const { body } = await overview.call('GET', '/me');
    expect(body).toMatchObject({ kind: 'token', token: { ID: overview.ID, role: 'overview_subuser' } });
    expect(body.locationAccess).toMatchObject({ accessAllLocations: true });
    expect(body.capabilities).toContain('items.read');
    expect(body.capabilities).not.toContain('items.edit');
  });

  it('reaches its Locations alone, and none that are deactivated', async () => {
    const [mine, other] = [await service.item(here!), await service.item(there!)];
    const { call } = await make('group_admin', { locationIDs: [here] });
    expect(await statuses(call, `/items/${mine.ID}`, `/items/${other.ID}`, `/locations/${there}`)).toEqual([200, 404, 404]);
    expect(await statuses(call, '/tokens', '/webhooks/config')).toEqual([403, 200]);
    expect((await call('GET', '/me')).body.locationAccess).toMatchObject({ locationIDs: [here], accessAllLocations: false });
    const given = await createUser(service.call, 'reached', 'overview_subuser', here!);
    const unknown = await call('POST', `/users/${given.ID}/locations`, { locationIDs: [there] });
    expect([unknown.status, unknown.body.errors?.[0]?.code]).toEqual([400, 'unknown_reference']);
    expect((await call('POST', `/users/${given.ID}/locations`, { addAccessAllLocations: true })).status).toBe(403);
    expect((await call('POST', '/locations', {})).status).toBe(403);

    const gone = await service.location();
    const limited = await make('group_admin', { locationIDs: [here, gone] });
    const everywhere = await make('property_subuser');
    const whole = await make('group_admin');
    await service.call('PUT', `/locations/${gone}/deactivate`);
    for (const { call } of [limited, everywhere]) expect(await statuses(call, `/locations/${gone}`)).toEqual([404]);
    expect(await statuses(whole.call, `/locations/${gone}`)).toEqual([200]);
    expect((await limited.call('GET', '/me')).body.locationAccess.locationIDs).toEqual([here]);
  });

  it('ends by itself', async () => {
    const expiresAt = new Date(service.clock.now().getTime() + 4_000).toISOString();
    const { call } = await make('property_admin', { expiresAt });
    expect(await statuses(call, '/items')).toEqual([200]);
    await pause(4_100);
    expect(await statuses(call, '/items')).toEqual([401]);
  });

  it('is refused with a wrong role, Location or end, and without a name', async () => {
    const wrong = async (body: object) => {
      const { errors } = (await service.call('POST', '/tokens', { name: 'x', role: 'property_admin', ...body })).body;
      return errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`).join(', ');
    };
    const foreign = await service.group('foreign');
    const { body: theirs } = await foreign.call('GET', '/tokens');
    expect(await wrong({ role: 'owner' })).toBe('role not_allowed');
    expect(await wrong({ name: ' ' })).toMatch('name ');
    expect(await wrong({ locationIDs: [here, 'foreign:1'] })).toBe('locationIDs.1 unknown_reference');
    expect(await wrong({ locationIDs: [] })).toBe('locationIDs too_short');
    expect(await wrong({ expiresAt: '2020-01-01T00:00:00Z' })).toBe('expiresAt out_of_range');
    expect(await wrong({ expiresAt: '2040-01-01' })).toBe('expiresAt invalid_format');
    expect(await wrong({ expiresAt: '2040-02-30T00:00:00Z' })).toBe('expiresAt invalid_format');
    expect((await service.call('DELETE', `/tokens/${theirs[0].ID}`)).status).toBe(404);
    expect((await service.call('DELETE', '/tokens/7')).status).toBe(404);
  });

  it('is managed by who has the whole Group, does not revoke itself, and outlives who made it', async () => {
    const all = { locationID: here, userRole: 'group_admin', password: PASSWORD };
    const { body: maker } = await service.call('POST', '/users', { ...all, username: 'maker' });
    const asMaker = async () => (await service.signIn('maker')).call;
    expect(await statuses(await asMaker(), '/tokens')).toEqual([403]);
    await service.call('POST', `/users/${maker.ID}/locations`, { addAccessAllLocations: true });
    const made = await (await asMaker())('POST', '/tokens', { name: 'Mine', role: 'group_admin' });
    expect(made.status).toBe(201);
    await service.call('DELETE', `/users/${maker.ID}`);
    const call = service.as(made.body.token);
    expect(await statuses(call, '/tokens')).toEqual([200]);
    const itself = await call('DELETE', `/tokens/${made.body.ID}`);
    expect([itself.status, itself.body.code]).toEqual([409, 'conflict']);
  });

  it('is made once, whatever is repeated, and not shown again when it was revoked', async () => {
    const again = () => service.call('POST', '/tokens', { name: 'Once', role: 'carrier' }, { 'idempotency-key': 'once' });
    const first = await again();
    expect((await again()).body).toEqual(first.body);
    await service.get(ApiTokens).revoke(first.body.ID);
    expect((await again()).status).toBe(404);
  });
});
