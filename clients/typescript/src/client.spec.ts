import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { changes, connect, deleteItem, getItem, listItems, paginate, registerItem, retrying, verifyWebhook } from './index.js';

let server: Server | undefined;
afterEach(() => void server?.close());

/** A service that answers as told. @returns its address and what it was asked */
async function answering(...answers: RequestListener[]) {
  const asked: { method: string; url: string; key?: string; token?: string }[] = [];
  server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    asked.push({ method, url, key: headers['idempotency-key'] as string, token: headers.authorization });
    (answers[asked.length - 1] ?? answers.at(-1)!)(request, response);
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return { asked, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const json =
  (status: number, body: object, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
const broken: RequestListener = (request) => void request.socket.destroy();
const busy = json(503, { code: 'unavailable' }, { 'retry-after': '0' });
const NEW = { item: 'Umbrella', location: 'Lobby', departuredDate: '2026-11-20', locationID: 'demo:1', shipping: {} };

describe('a call', () => {
  it('is tried again with the same key until it is answered', async () => {
    const { asked, baseUrl } = await answering(busy, broken, json(201, { ID: 7 }));
    const client = connect({ baseUrl, token: 'lf_1', firstDelay: 1 });
    const { data } = await registerItem({ client, body: NEW });
    expect(data).toEqual({ ID: 7 });
    expect(asked.map(({ method, token }) => `${method} ${token}`)).toEqual(Array(3).fill('POST Bearer lf_1'));
    expect(asked[0]!.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
  });

  it('keeps the key that it was given, and gives none to what needs none', async () => {
    const { asked, baseUrl } = await answering(json(200, { ID: 7 }));
    const client = connect({ baseUrl });
    await registerItem({ client, body: NEW, headers: { 'Idempotency-Key': 'mine' } });
    await getItem({ client, path: { itemID: 7 } });
    expect(asked.map(({ key }) => key)).toEqual(['mine', undefined]);
  });

  it('is tried again while the attempt whose connection broke is still at work', async () => {
    const underWay = json(409, { code: 'idempotency_conflict' });
    const { asked, baseUrl } = await answering(broken, underWay, underWay, json(201, { ID: 7 }));
    const { data } = await registerItem({ client: connect({ baseUrl, firstDelay: 1 }), body: NEW });
    expect(data).toEqual({ ID: 7 });
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
    expect(asked).toHaveLength(4);
  });

  it('that is refused is not tried again', async () => {
    const { asked, baseUrl } = await answering(json(409, { code: 'external_id_taken' }));
    const { error } = await deleteItem({ client: connect({ baseUrl }), path: { itemID: 7 } });
    expect([error, asked.length]).toEqual([{ code: 'external_id_taken' }, 1]);
  });

  it('that a proxy refuses with a page is not tried again', async () => {
    const { asked, baseUrl } = await answering((_, response) => void response.writeHead(409).end('<h1>Conflict</h1>'));
    expect([(await retrying()(baseUrl, { method: 'POST' })).status, asked.length]).toEqual([409, 1]);
  });

  it('is given up after some attempts, and at once where the wait would be too long', async () => {
    const { asked, baseUrl } = await answering(busy);
    const give = retrying({ attempts: 3, firstDelay: 1 });
    expect([(await give(baseUrl)).status, asked.length]).toEqual([503, 3]);
    server?.close();
    const slow = await answering(json(429, {}, { 'retry-after': '3600' }));
    expect([(await retrying()(slow.baseUrl)).status, slow.asked.length]).toEqual([429, 1]);
  });
});

describe('a listing', () => {
  it('is read to its end by the addresses of its pages', async () => {
    const next = { link: '</api/v2/items?after=2&status=expired&limit=2>; rel="next"' };
    const { asked, baseUrl } = await answering(
      json(200, { items: [{ ID: 3 }, { ID: 2 }], hasMore: true, limit: 2, page: 1 }, next),
      json(200, { items: [{ ID: 1 }], hasMore: false, limit: 2, page: 1 }),
    );
    const read: number[] = [];
    const query = { limit: 2, status: ['expired' as const] };
    for await (const item of paginate(listItems, { client: connect({ baseUrl }), query })) read.push(item.ID);
    expect(read).toEqual([3, 2, 1]);
    expect(asked[1]!.url).toBe('/api/v2/items?after=2&status=expired&limit=2');
  });

  it('throws the problem of a page that fails', async () => {
    const { baseUrl } = await answering(json(403, { code: 'forbidden' }));
    const reading = paginate(listItems, { client: connect({ baseUrl }) }).next();
    await expect(reading).rejects.toEqual({ code: 'forbidden' });
  });
});

describe('the change feed', () => {
  const change = (cursor: string) => ({ cursor, subject: 'item', ID: 7, change: 'updated' });

  it('goes on from each answer until everything is read', async () => {
    const { asked, baseUrl } = await answering(
      json(200, { changes: [change('a'), change('b')], next: 'b', hasMore: true }),
      json(200, { changes: [change('c')], next: 'c', hasMore: false }),
    );
    const read: string[] = [];
    for await (const { cursor } of changes({ client: connect({ baseUrl }), after: '0', interval: null })) read.push(cursor);
    expect(read).toEqual(['a', 'b', 'c']);
    expect(asked.map(({ url }) => new URL(url, baseUrl).searchParams.get('after'))).toEqual(['0', 'b']);
  });

  it('waits for more, and ends when it is told to', async () => {
    const { baseUrl } = await answering(
      json(200, { changes: [], next: 'a', hasMore: false }),
      json(200, { changes: [change('b')], next: 'b', hasMore: false }),
    );
    const ending = new AbortController();
    const read: string[] = [];
    for await (const { cursor } of changes({ client: connect({ baseUrl }), interval: 1, signal: ending.signal })) {
      read.push(cursor);
      ending.abort();
    }
    expect(read).toEqual(['b']);
  });
});

describe('a webhook', () => {
  const [old, current] = ['whsec_b2xkLW9sZC1vbGQtb2xkLW9sZC1vbGQ=', 'whsec_bmV3LW5ldy1uZXctbmV3LW5ldy1uZXc='];
  const body = JSON.stringify({ type: 'test', timestamp: new Date().toISOString(), data: {} });
  const signed = (secret: string, at = new Date()) => ({
    'Webhook-Id': 'one',
    'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
    'Webhook-Signature': new Webhook(secret).sign('one', at, body),
  });

  it('is verified with any of the secrets, from either kind of headers', () => {
    expect(verifyWebhook([current, old], body, signed(old)).type).toBe('test');
    expect(verifyWebhook(current, body, new Headers(signed(current))).type).toBe('test');
  });

  it('is refused with another secret, another body or none of its headers', () => {
    expect(() => verifyWebhook(current, body, signed(old))).toThrow('No matching signature found');
    expect(() => verifyWebhook(current, `${body} `, signed(current))).toThrow('No matching signature found');
    expect(() => verifyWebhook(current, body, {})).toThrow('Missing required headers');
    expect(() => verifyWebhook([], body, signed(current))).toThrow('There is no secret.');
  });
});
