import { get } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../support/call.js';
import { createRegion, createUser, HOTEL, PASSWORD, registerItem, UMBRELLA } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let call: Call;
const log: string[] = [];

beforeAll(async () => {
  service = await startService({}, pino({ level: 'info' }, { write: (line) => void log.push(line) }));
  call = service.call;
  await service.location();
  await service.location();
});

afterAll(() => service?.stop());

describe('texts of one line', () => {
  const broken = async (body: object, field: string, path = '/items', method = 'POST') => {
    const answer = await call(method, path, body);
    expect([field, answer.status, answer.body.errors]).toMatchObject([field, 400, [{ field, code: 'invalid_format' }]]);
  };
  const item = { ...UMBRELLA, locationID: 'demo:1' };

  it('hold no control characters: they would forge headers and lines of other programs', async () => {
    await broken({ ...item, owner: { contactEmail: '"a\r\nBcc: evil@example.com"@example.com' } }, 'owner.contactEmail');
    await broken({ ...item, owner: { contactEmail: '"a\tb"@example.com' } }, 'owner.contactEmail');
    await broken({ ...item, owner: { lastName: 'Quill\u001bfeather' } }, 'owner.lastName');
    await broken({ ...HOTEL, name: 'Hotel\r\nBcc: evil@example.com' }, 'name', '/locations');
    const notes = 'First line\nand another';
    expect((await call('POST', '/items', { ...item, internalNotes: notes })).body).toMatchObject({ internalNotes: notes });
  });

  it('usernames cannot look like another’s', async () => {
    const user = { password: PASSWORD, userRole: 'property_admin', locationID: 'demo:1' };
    for (const username of ['dеmo-subuser', 'demo-sub\u200buser', 'demo\nsubuser'])
      await broken({ ...user, username }, 'username', '/users');
    expect((await call('POST', '/users', { ...user, username: 'анна' })).status).toBe(201);
  });

  it('and who has such a name from before still signs in', async () => {
    const { ID } = await createUser(call, 'before', 'property_admin', 'demo:1');
    await service.sql(`update credentials set username = 'dеmo-subuser' where user_id = $1`, [ID]);
    expect((await service.signIn('dеmo-subuser')).accessToken).toBeTruthy();
  });
});

describe('caches', () => {
  it('keep nothing of the API, errors included', async () => {
    for (const path of ['/items', '/users', '/items/999', '/locations/demo:1'])
      expect([path, (await call('GET', path)).headers.get('cache-control')]).toEqual([path, 'no-store']);
    expect((await service.as(null)('GET', '/items')).headers.get('cache-control')).toBe('no-store');
  });
});

describe('a browser', () => {
  it('is told to use HTTPS only where it did', async () => {
    const answer = await call('GET', '/colors');
    expect(answer.headers.get('strict-transport-security')).toBeNull();
  });

  it('cannot send the form of another site', async () => {
    const send = (headers: Record<string, string>) =>
      fetch(`${service.url}/lost/demo:1`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ request: 'Umbrella' }),
        redirect: 'manual',
      });
    expect((await send({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await send({ origin: service.url })).status).not.toBe(403);
  });
});

describe('the log', () => {
  const raw = (path: string, headers = {}) =>
    new Promise<void>((resolve, reject) => {
      const { hostname, port } = new URL(service.url);
      get({ hostname, port, path, headers }, (response) => response.resume().on('end', resolve)).on('error', reject);
    });

  it('holds no link of a guest, in whatever form it was asked for', async () => {
    const token = 'T'.repeat(60);
    for (const path of [`http://host/g/${token}`, `//g/${token}`, `/./g/${token}`, `/%67/${token}`, `/g/${token}`])
      await raw(path);
    await raw('/lost/demo:1?page=x@example.com');
    expect(log.filter((line) => line.includes(token))).toEqual([]);
    expect(log.filter((line) => line.includes('x@example.com'))).toEqual([]);
  });

  it('says once that there is a proxy that the service was not told of', async () => {
    const said = () => log.filter((line) => line.includes('TRUST_PROXY')).length;
    expect(said()).toBe(0);
    await raw('/health/live', { 'x-forwarded-for': '203.0.113.7' });
    await raw('/health/live', { 'x-forwarded-for': '203.0.113.7' });
    expect(said()).toBe(1);
  });
});

describe('who may not see a user', () => {
  it('does not learn its name from what it did', async () => {
    await createUser(call, 'clerk', 'property_subuser', 'demo:1');
    await createUser(call, 'reader', 'overview_subuser', 'demo:1');
    await createUser(call, 'manager', 'property_admin', 'demo:1');
    const { call: clerk } = await service.signIn('clerk');
    const { ID } = await registerItem(clerk, 'demo:1');
    const actor = async (name: string) =>
      (await (await service.signIn(name)).call('GET', `/items/${ID}/history`)).body.events[0].by;
    expect(await actor('reader')).toMatchObject({ type: 'user', username: null });
    expect(await actor('manager')).toMatchObject({ type: 'user', username: 'clerk' });
  });

  it('sees of its Regions those that it shares', async () => {
    const [near, far] = [await createRegion(call, 'Near', 'demo:1'), await createRegion(call, 'Far', 'demo:2')];
    const user = await createUser(call, 'shared', 'property_subuser', 'demo:1');
    await call('POST', `/users/${user.ID}/locations`, { regionIDs: [near.ID, far.ID] });
    const { call: manager } = await service.signIn('manager');
    expect((await manager('GET', `/users/${user.ID}`)).body.locationAccess.regionIDs).toEqual([near.ID]);
    expect((await call('GET', `/users/${user.ID}`)).body.locationAccess.regionIDs).toEqual([near.ID, far.ID]);
    const { body } = await manager('GET', `/users/${user.ID}/history`);
    expect(JSON.stringify(body)).not.toContain(`[${near.ID},${far.ID}]`);
  });
});
