import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionSettings } from '#contexts/connections';
import { AT_ONCE } from '../support/at-once.js';
import { startService, type TestService } from '../support/service.js';
import { json, Provider } from './provider.js';

const SECRET = 'sk_test_51NnOpQrStUv';
const OPERA = { clientID: 'me', clientSecret: 'abcdefgh1234', appKey: 'key-1234-5678', enterpriseID: 'ACME', hotels: {} };
const SETTINGS = {
  sendcloud: { publicKey: 'f0c5aa11bb22cc33', secretKey: '9b1eaa11bb22dd44' },
  easypost: { apiKey: 'EZTK-12345678', webhookSecret: 'hook-12345678' },
  stripe: { secretKey: SECRET, webhookSecret: 'whsec_abcdefgh1234' },
  mollie: { apiKey: 'test_dHar4XY7LxsD' },
  mews: { clientToken: 'E0D439EE-client', accessToken: 'D24FB11D-access', services: {} },
  opera: { gatewayUrl: 'https://gw.example.com/', ...OPERA },
};
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

/** What each is asked, and a good answer. */
const CALLS = {
  sendcloud: ['POST', '/api/v3/shipping-options', { authorization: basic('f0c5aa11bb22cc33:9b1eaa11bb22dd44') }, { data: [] }],
  easypost: ['GET', '/v2/shipments?page_size=1', { authorization: basic('EZTK-12345678:') }, { shipments: [] }],
  stripe: ['GET', '/v1/balance', { authorization: `Bearer ${SECRET}` }, { available: [] }],
  mollie: ['GET', '/v2/methods', { authorization: 'Bearer test_dHar4XY7LxsD' }, { _embedded: { methods: [] } }],
  mews: ['POST', '/api/connector/v1/configuration/get', {}, { Enterprise: { Id: 'x' } }],
  opera: [
    'POST',
    '/oauth/v1/tokens',
    { authorization: basic('me:abcdefgh1234'), 'x-app-key': 'key-1234-5678' },
    { access_token: 't' },
  ],
} as const;
type Name = keyof typeof CALLS;
const NAMES = Object.keys(CALLS) as Name[];

let provider: Provider;
let service: TestService;
const ids = {} as Record<Name, number>;

beforeAll(async () => {
  provider = await Provider.open();
  const urls = Object.fromEntries(NAMES.map((name) => [name, provider.url]));
  service = await startService({
    connections: new ConnectionSettings({ urls, publicUrl: 'https://lost.example.com', ...AT_ONCE }),
  });
  for (const name of NAMES) {
    const body = { provider: name, name, enabled: false, settings: SETTINGS[name] };
    ids[name] = (await service.call('POST', '/connections', body)).body.ID;
  }
});
afterAll(async () => {
  await service?.stop();
  await provider?.close();
});
beforeEach(() => void provider.asked.splice(0));

const test = (name: Name, headers = {}) => service.call('POST', `/connections/${ids[name]}/test`, undefined, headers);
const record = async (name: Name) => (await service.call('GET', `/connections/${ids[name]}`)).body;

describe('a connection that is tested', () => {
  it.each(NAMES)('asks %s one harmless thing, with its credentials', async (name) => {
    const [method, path, headers, answer] = CALLS[name];
    provider.answer = json(answer);
    expect((await test(name)).body).toEqual({ ok: true, error: null });
    expect(provider.asked).toMatchObject([{ method, path, headers }]);
    expect(await record(name)).toMatchObject({ status: 'ok', lastError: null, lastOkAt: expect.any(String) });
  });

  it('hands Mews its tokens in the body, and asks Opera for a token of the client', async () => {
    provider.answer = json({ Enterprise: { Id: 'x' }, access_token: 't' });
    await test('mews');
    await test('opera');
    const [mews, opera] = provider.asked;
    expect(JSON.parse(mews!.body)).toMatchObject({ ClientToken: 'E0D439EE-client', AccessToken: 'D24FB11D-access' });
    expect(opera).toMatchObject({ headers: { enterpriseid: 'ACME', 'content-type': 'application/x-www-form-urlencoded' } });
    expect(opera!.body).toBe('grant_type=client_credentials&scope=urn%3Aopc%3Ahgbu%3Aws%3A__myscopes__');
  });

  it('says in words what is wrong, and repeats no secret', async () => {
    for (const [answer, words] of [
      [json({ error: { message: `Invalid API Key: ${SECRET}` } }, 401), /refused the credentials, with status 401/],
      [json({ error: { message: `No such key ${SECRET}` } }, 400), /refused it: No such key ••••/],
      [json({}, 404), /refused it, with status 404/],
      [json({ available: 'no list' }), /available is not a list/],
      [json([]), /it is not an object/],
      [(response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'), /text\/html instead of JSON/],
      [(response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{'), /JSON that can not be read/],
      [(response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), /answered with status 302/],
    ] as [Provider['answer'], RegExp][]) {
      provider.answer = answer;
      const { status, body } = await test('stripe');
      expect([status, body.ok]).toEqual([200, false]);
      expect(body.error).toMatch(words);
      expect(body.error).not.toContain(SECRET);
      expect(await record('stripe')).toMatchObject({ status: 'failing', lastError: body.error });
    }
  });

  it('asks again what failed in passing, three times at most', async () => {
    let answers = 0;
    provider.answer = (...given) => json({ available: [] }, ++answers < 3 ? 503 : 200)(...given);
    expect((await test('stripe')).body.ok).toBe(true);
    expect(provider.asked).toHaveLength(3);
    provider.answer = json({}, 500);
    expect((await test('stripe')).body.ok).toBe(false);
    expect(provider.asked).toHaveLength(3 + 4);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('reads an answer in %s, which a proxy before the provider chose', async (coding, packed) => {
    provider.answer = (response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding })
        .end(packed(JSON.stringify({ available: [] })));
    expect((await test('stripe')).body).toEqual({ ok: true, error: null });
  });

  it('reads no more of a packed answer than of any, and says what is not packed as it says', async () => {
    const answer = (body: Buffer) => (response: ServerResponse) =>
      void response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body);
    provider.answer = answer(gzipSync(Buffer.alloc(20 * 1024 * 1024)));
    expect((await test('stripe')).body.error).toBe('Stripe answered with more than 8 MiB');
    provider.answer = answer(Buffer.from('{}'));
    expect((await test('stripe')).body.error).toBe('Stripe sent an answer that can not be unpacked');
  });

  it('waits as long as a 429 says, and not where that is longer than it may wait', async () => {
    const tooOften =
      (seconds: string): Provider['answer'] =>
      (response) =>
        void response.writeHead(429, { 'retry-after': seconds }).end();
    provider.answer = (response, asked) =>
      provider.asked.length === 1 ? tooOften('1')(response, asked) : json({ available: [] })(response, asked);
    const begun = performance.now();
    expect((await test('stripe')).body.ok).toBe(true);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(1_000);
    provider.answer = tooOften('60');
    provider.asked.splice(0);
    expect((await test('stripe')).body.error).toMatch(/asked too often/);
    expect(provider.asked).toHaveLength(1);
  });

  it('is in no transaction, with an Idempotency-Key too, and is then asked once', async () => {
    provider.answer = json({ available: [] });
    const key = { 'idempotency-key': 'once' };
    expect((await test('stripe', key)).body).toEqual({ ok: true, error: null });
    const again = await test('stripe', key);
    expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([{ ok: true, error: null }, 'true']);
    expect(provider.asked).toHaveLength(1);
  });

  it('is untested again once its settings change, and only then', async () => {
    provider.answer = json({ available: [] });
    await test('stripe');
    await service.call('PUT', `/connections/${ids.stripe}`, { name: 'Money', enabled: false });
    expect((await record('stripe')).status).toBe('ok');
    await service.call('PUT', `/connections/${ids.stripe}`, {
      name: 'Money',
      enabled: false,
      settings: { webhookSecret: 'whsec_changed' },
    });
    expect(await record('stripe')).toMatchObject({ status: 'untested', lastError: null });
  });

  it('writes down of what works once a minute', async () => {
    provider.answer = json({ available: [] });
    const row = async () => (await service.sql('select xmin::text from connections where id = $1', [ids.stripe]))[0].xmin;
    await test('stripe');
    const before = await row();
    await test('stripe');
    expect(await row()).toBe(before);
  });
});

describe('addresses', () => {
  it('keep their paths where the operator has set the rest', async () => {
    provider.answer = json({ access_token: 't' });
    const settings = { ...OPERA, gatewayUrl: 'https://gw.example.com//192.0.2.1/pms/' };
    await service.call('PUT', `/connections/${ids.opera}`, { name: 'opera', enabled: false, settings });
    expect((await test('opera')).body).toEqual({ ok: true, error: null });
    expect(provider.asked.map(({ path }) => path)).toEqual(['//192.0.2.1/pms/oauth/v1/tokens']);
  });

  it('are public ones, unless the operator has set them', async () => {
    const guarded = await startService();
    try {
      for (const gatewayUrl of [provider.url, 'http://169.254.169.254', 'http://[::1]:80', 'http://localhost:1']) {
        const body = { provider: 'opera', name: 'It', enabled: false, settings: { ...OPERA, gatewayUrl } };
        const { ID } = (await guarded.call('POST', '/connections', body)).body;
        const tested = (await guarded.call('POST', `/connections/${ID}/test`)).body;
        expect([gatewayUrl, tested.ok, tested.error]).toEqual([gatewayUrl, false, expect.stringContaining('public address')]);
      }
      expect(provider.asked).toEqual([]);
    } finally {
      await guarded.stop();
    }
  });
});
