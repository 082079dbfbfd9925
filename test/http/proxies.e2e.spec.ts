import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let locationID: string;
let itemID: number;
let userID: number;
beforeAll(async () => {
  service = await startService();
  locationID = await service.location();
  itemID = (await service.item(locationID)).ID;
  const user = { username: 'proxied', password: 'Copper-Kettle-42', userRole: 'property_subuser', locationID };
  userID = (await service.call('POST', '/users', user)).body.ID;
});
afterAll(() => service?.stop());

/** As proxies that compress make it of the tag that the service sent. */
const MARKED: [string, (tag: string) => string][] = [
  ['nginx and Cloudflare', (tag) => `W/${tag}`],
  ['Apache', (tag) => tag.replace(/"$/, '-gzip"')],
  ['older Apaches', (tag) => tag.replace(/"$/, ';gzip"')],
  ['Caddy', (tag) => `W/${tag.replace(/"$/, '-zstd"')}`],
  ['Jetty', (tag) => tag.replace(/"$/, '--gzip"')],
  ['two of them', (tag) => `W/${tag.replace(/"$/, '-br"')}`],
];

const paths = (): [string, object][] => [
  [`/items/${itemID}`, { brand: 'Fulton' }],
  [`/locations/${locationID}`, { itemStorageDays: 61 }],
  [`/users/${userID}`, { email: 'proxied@example.com' }],
];

describe.each(MARKED)('the entity tag that %s makes of the service’s', (_name, marked) => {
  it('names the version in If-Match and in If-None-Match, alone and in a list', async () => {
    for (const [path, change] of paths()) {
      const tag = (await service.call('GET', path)).headers.get('etag')!;
      for (const tags of [marked(tag), `"999", ${marked(tag)}`]) {
        const kept = await service.call('GET', path, undefined, { 'if-none-match': tags });
        expect([path, tags, kept.status]).toEqual([path, tags, 304]);
      }
      const written = await service.call('PUT', path, change, { 'if-match': `"999", ${marked(tag)}` });
      expect([path, written.status, written.body.code]).toEqual([path, 200, undefined]);
      const other = marked(tag.replace(/^"\d+/, '"999'));
      expect((await service.call('PUT', path, change, { 'if-match': other })).status).toBe(412);
      expect((await service.call('GET', path, undefined, { 'if-none-match': other })).status).toBe(200);
    }
  });
});

/** A call as it is written, without what `fetch` makes of it. */
function raw(method: string, path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(service.url);
  const authorization = `Bearer ${service.token}`;
  return new Promise<{ status: number; headers: Record<string, unknown>; length: number }>((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers: { authorization, ...headers } }, (answer) => {
      let length = 0;
      answer.on('data', (chunk: Buffer) => (length += chunk.length));
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, length }));
    });
    call.on('error', reject).end();
  });
}

describe('what proxies make of a call', () => {
  it('a colon that is escaped in a path is a colon', async () => {
    for (const written of [locationID, encodeURIComponent(locationID), locationID.replace(':', '%3a')])
      expect([written, (await raw('GET', `/api/v2/locations/${written}`)).status]).toEqual([written, 200]);
  });

  it('a slash at the end changes nothing', async () => {
    for (const path of [`/api/v2/items/${itemID}/`, '/api/v2/items/', `/api/v2/locations/${locationID}/`])
      expect([path, (await raw('GET', path)).status]).toEqual([path, 200]);
  });

  it('an escape that is none, and slashes without anything between them, are nothing here', async () => {
    for (const path of [`/api/v2/locations/demo%`, `/api/v2/items/%E0%A4%A`, '/api/v2/items//1', '//api/v2/items'])
      expect([path, (await raw('GET', path)).status]).toEqual([
        path,
        expect.toSatisfy((status) => status === 404 || status === 400),
      ]);
  });

  it('HEAD has the headers of GET and no body; a part that is asked for is answered as a whole', async () => {
    const path = `/api/v2/items/${itemID}`;
    const [whole, head, part] = [await raw('GET', path), await raw('HEAD', path), await raw('GET', path, { range: 'bytes=0-9' })];
    expect(head).toMatchObject({ status: 200, length: 0, headers: { etag: whole.headers.etag } });
    expect(part).toMatchObject({ status: 200, length: whole.length });
  });

  it('answers differ by what is accepted, and say so', async () => {
    for (const encoding of ['gzip', 'br', 'identity'])
      expect((await raw('GET', '/api/v2/items', { 'accept-encoding': encoding })).headers.vary).toMatch(/accept-encoding/i);
  });
});
