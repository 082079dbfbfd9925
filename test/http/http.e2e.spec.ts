import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RELEASE } from '#platform/runtime';
import { COLUMNS, upload } from '../imports/imports.js';
import { startDemo } from '../support/demo.js';
import { created, createRegion, createUser, makeRequest } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let locationID: string;
beforeAll(async () => {
  service = await startService();
  locationID = await service.location();
});
afterAll(() => service?.stop());

const HOOK = { url: 'https://hooks.example.com/lost', events: ['item.created'] };
const get = (path: string, tag?: string) => service.call('GET', path, undefined, tag ? { 'if-none-match': tag } : {});

/** What is sent, byte for byte: `fetch` decompresses by itself. */
function raw(url: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, string>; body: Buffer }>((resolve, reject) => {
    request(url, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode!, headers: response.headers as Record<string, string>, body });
    })
      .on('error', reject)
      .end();
  });
}

describe('a record that is read alone', () => {
  const paths: Record<string, () => Promise<string>> = {
    item: async () => `/items/${(await service.item(locationID)).ID}`,
    Request: async () => `/requests/${(await makeRequest(service.call, locationID, { request: 'Hat' })).ID}`,
    Location: async () => `/locations/${locationID}`,
    user: async () => `/users/${(await createUser(service.call, 'tagged', 'property_admin', locationID)).ID}`,
    'access of a user': async () =>
      `/users/${(await createUser(service.call, 'accessed', 'property_admin', locationID)).ID}/locations`,
    Region: async () => `/regions/${(await createRegion(service.call, 'North', locationID)).ID}`,
    Language: async () => '/languages/1',
    'caller itself': async () => '/me',
    'webhook configuration': async () => '/webhooks/config',
    'webhook endpoint': async () => `/webhooks/endpoints/${(await created(service.call, '/webhooks/endpoints', HOOK)).ID}`,
    'guest settings of a Location': async () => `/locations/${locationID}/guest-settings`,
    'guest settings of the Group': async () => '/guest-settings',
    'shipping rates': async () => `/locations/${locationID}/shipping`,
    import: async () =>
      `/imports/${(await upload(service.call, `${COLUMNS}\nHat,Bar,2026-11-20 11:00:00,${locationID}`)).body.ID}`,
  };

  it.each(Object.entries(paths))('%s: has an ETag, and is not sent again while it is the same', async (_, make) => {
    const path = await make();
    const first = await get(path);
    const tag = first.headers.get('etag')!;
    expect([first.status, tag]).toEqual([200, expect.stringMatching(/^"[\w-]+"$/)]);
    for (const known of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
      const again = await get(path, known);
      expect([known, again.status, again.body, again.headers.get('etag')]).toEqual([known, 304, null, tag]);
      expect(again.headers.get('cache-control')).toBe('no-store');
    }
    expect((await get(path, '"other"')).body).toEqual(first.body);
  });

  it('is sent again once it has changed', async () => {
    const item = await service.item(locationID);
    const tag = (await get(`/items/${item.ID}`)).headers.get('etag')!;
    const changed = await service.call('PUT', `/items/${item.ID}`, { brand: 'Ace' }, { 'if-match': tag });
    expect(changed.status).toBe(200);
    expect((await get(`/items/${item.ID}`, tag)).body.brand).toBe('Ace');
    const hat = await makeRequest(service.call, locationID, { request: 'Hat' });
    const { headers } = await get(`/requests/${hat.ID}`);
    await service.call('PUT', `/requests/${hat.ID}/question`, { question: 'Which colour?' });
    expect((await get(`/requests/${hat.ID}`, headers.get('etag')!)).body.status).toBe('waiting-guest-response');
  });

  it('is sent again when only what it shows of others has changed, and its ETag still serves If-Match', async () => {
    const second = await service.location();
    const { ID } = await createUser(service.call, 'seen', 'property_admin', locationID);
    await service.call('POST', `/users/${ID}/locations`, { locationIDs: [second] });
    const before = (await get(`/users/${ID}`)).headers.get('etag')!;
    await service.signIn('seen');
    const signedIn = await get(`/users/${ID}`, before);
    expect(signedIn.body.lastLoginAt).toEqual(expect.any(String));
    await service.call('PUT', `/locations/${second}/deactivate`);
    const without = await get(`/users/${ID}`, signedIn.headers.get('etag')!);
    expect(without.body.locationAccess.locationIDs).toEqual([locationID]);
    const update = { email: 'seen@example.com' };
    expect((await service.call('PUT', `/users/${ID}`, update, { 'if-match': without.headers.get('etag')! })).status).toBe(200);
    expect((await service.call('PUT', `/users/${ID}`, update, { 'if-match': before })).status).toBe(412);
  });
});

describe('a change that expects a version', () => {
  const request = async () => `/requests/${(await makeRequest(service.call, locationID, { request: 'Hat' })).ID}`;
  const hook = async () => `/webhooks/endpoints/${(await created(service.call, '/webhooks/endpoints', HOOK)).ID}`;
  const changes: [string, () => Promise<string>, string, object | undefined, string?][] = [
    ['the answer of a guest', request, 'PUT', { answer: 'Blue' }, '/answer'],
    ['the status of a Request', request, 'PUT', { status: 'not-found' }, '/status'],
    ['the deletion of a Request', request, 'DELETE', undefined],
    ['a webhook endpoint', hook, 'PUT', { description: 'Mine' }],
    ['the deletion of a webhook endpoint', hook, 'DELETE', undefined],
    ['guest settings of a Location', async () => `/locations/${locationID}/guest-settings`, 'PUT', { displayName: 'Mine' }],
    ['guest settings of the Group', async () => '/guest-settings', 'PUT', { displayName: 'Mine' }],
    ['a logo that is taken away', async () => `/locations/${locationID}/guest-settings`, 'DELETE', undefined, '/logo'],
  ];
  /** What somebody else does in between. */
  const others: Record<string, [string, object, string?]> = {
    requests: ['PUT', { question: 'Where?' }, '/question'],
    webhooks: ['PUT', { description: 'Theirs' }],
    locations: ['PUT', { displayName: 'Theirs' }],
    'guest-settings': ['PUT', { displayName: 'Theirs' }],
  };

  it.each(changes)('%s: is not made once the record has another', async (_, make, method, body, below = '') => {
    const path = await make();
    const tag = (await get(path)).headers.get('etag')!;
    const [otherMethod, otherBody, otherBelow = ''] = others[path.split('/')[1]!]!;
    const between = await service.call(otherMethod, path + otherBelow, otherBody, { 'if-match': tag });
    expect([between.status, between.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"\d+"$/)]);
    const before = (await get(path)).body;
    const refused = await service.call(method, path + below, body, { 'if-match': tag });
    expect([refused.status, refused.body.code]).toEqual([412, 'precondition_failed']);
    expect((await get(path)).body).toEqual(before);
    const now = (await get(path)).headers.get('etag')!;
    expect((await service.call(method, path + below, body, { 'if-match': now })).status).toBeLessThan(300);
  });
});

describe('an answer', () => {
  const authorized = (more: object = {}) => ({ authorization: `Bearer ${service.token}`, ...more });
  const list = () => `${service.url}/api/v2/countries`;

  it('over 1 KiB is compressed for who accepts it', async () => {
    const plain = await raw(list(), authorized());
    expect([plain.body.length > 1024, plain.headers['content-encoding'], plain.headers.vary]).toEqual([
      true,
      undefined,
      expect.stringContaining('Accept-Encoding'),
    ]);
    const brotli = await raw(list(), authorized({ 'accept-encoding': 'gzip, deflate, br' }));
    expect([brotli.headers['content-encoding'], brotli.headers.vary]).toEqual(['br', expect.stringContaining('Accept-Encoding')]);
    expect(brotli.body.length).toBeLessThan(plain.body.length / 2);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    const gzip = await raw(list(), authorized({ 'accept-encoding': 'gzip' }));
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.body).equals(plain.body)]).toEqual(['gzip', true]);
  });

  it('that is smaller, or not wanted compressed, is sent as it is', async () => {
    const small = await raw(`${service.url}/health/live`, { 'accept-encoding': 'br' });
    const sent = JSON.stringify({ status: 'ok', ...RELEASE });
    expect([small.headers['content-encoding'], small.body.toString()]).toEqual([undefined, sent]);
    for (const accepts of ['identity', 'br;q=0, gzip;q=0', 'zstd']) {
      const { headers } = await raw(list(), authorized({ 'accept-encoding': accepts }));
      expect([accepts, headers['content-encoding']]).toEqual([accepts, undefined]);
    }
  });
});

describe('the address alone', () => {
  it('shows a browser a page that leads to the documentation', async () => {
    const { status, headers, body } = await raw(`${service.url}/`, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
    expect(body.toString()).toContain('href="/docs"');
  });

  it.each(['application/json', '*/*', ''])('gives a client that accepts "%s" a document with links', async (accept) => {
    const { status, headers, body } = await raw(`${service.url}/`, accept === '' ? {} : { accept });
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('application/json')]);
    expect(headers.vary).toContain('Accept');
    const { links } = JSON.parse(body.toString());
    expect(links).toEqual({
      desk: '/desk',
      documentation: '/docs',
      swagger: '/docs/swagger',
      openapi: '/openapi.json',
      api: '/api/v2',
      health: '/health/ready',
    });
  });
});

describe('the documentation', () => {
  let demo: Awaited<ReturnType<typeof startDemo>>;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo?.stop());

  it.each(['/docs', '/docs/swagger-ui-init.js', '/docs/swagger-ui-bundle.js', '/openapi.json'])(
    '%s is compressed, and sent again only when it is another one',
    async (path) => {
      const first = await raw(`${demo.url}${path}`, { 'accept-encoding': 'br' });
      expect([first.status, first.headers['cache-control'], first.headers['content-encoding']]).toEqual([200, 'no-cache', 'br']);
      const tag = first.headers.etag!;
      const again = await raw(`${demo.url}${path}`, { 'if-none-match': tag, 'cache-control': 'no-cache' });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, tag]);
      expect((await raw(`${demo.url}${path}`, { 'if-none-match': '"other"' })).status).toBe(200);
    },
  );
});
