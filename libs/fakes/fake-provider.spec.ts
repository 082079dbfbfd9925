import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask } from './asking.js';
import { basic } from './call.js';
import { FakeSendcloud } from './sendcloud.js';

const LIST = 'GET /api/v3/shipments';

describe('A fake of a provider', () => {
  let provider: FakeSendcloud;
  const list = () => ask(`${provider.url}/api/v3/shipments`, 'GET', { authorization: basic('public-key', 'secret-key') });

  beforeEach(async () => {
    provider = await new FakeSendcloud().start();
  });
  afterEach(() => provider.stop());

  it('is away, and back at the same address', async () => {
    const { url } = provider;
    await provider.stop();
    await expect(list()).rejects.toThrow();
    await provider.start();
    expect([provider.url, (await list()).status]).toEqual([url, 200]);
  });

  it('fails as often as it is told to, on the calls that are meant', async () => {
    provider.fail('500 before', LIST, 2);
    provider.fail('429', 'GET /api/v3/another');
    expect([(await list()).status, (await list()).status, (await list()).status]).toEqual([500, 500, 200]);
    provider.fail('429');
    provider.retryAfter = 7;
    expect((await list()).headers.get('retry-after')).toBe('7');
  });

  it('resets a connection, is late, or says nothing at all', async () => {
    provider.fail('reset before', LIST);
    await expect(list()).rejects.toThrow();
    provider.fail('slow', LIST);
    const began = performance.now();
    expect((await list()).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(1_000);
    provider.fail('silent', LIST);
    const patience = new AbortController();
    const unanswered = expect(fetch(`${provider.url}/api/v3/shipments`, { signal: patience.signal })).rejects.toThrow();
    await expect.poll(() => provider.seen(LIST).length).toBe(3);
    setTimeout(() => patience.abort(), 100);
    await unanswered;
    expect(provider.seen(LIST).map(({ status }) => status)).toEqual([null, 200, null]);
  });

  it('words itself what it does not know and what it cannot read', async () => {
    expect((await ask(`${provider.url}/api/v3/nothing`, 'GET', {})).body.errors[0].code).toBe('not_found');
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${provider.url}/api/v3/shipments/announce`, { method: 'POST', headers, body: '{' })).status).toBe(400);
  });

  it('says its own time', async () => {
    provider.skew = -3_600_000;
    const said = Date.parse((await list()).headers.get('date')!);
    expect(Math.abs(Date.now() - 3_600_000 - said)).toBeLessThan(60_000);
  });
});
