import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { generate } from 'selfsigned';
import { afterEach, describe, expect, it } from 'vitest';
import { publicLookup } from '#platform/outgoing';
import { Receiver } from '../../../../test/support/receiver.js';
import { type ConnectionSettings, EndpointConnection } from './endpoint-connection.js';

const closing: { close(): Promise<void> }[] = [];
const closed = <T extends { close(): Promise<void> }>(open: T): T => {
  closing.push(open);
  return open;
};
afterEach(async () => {
  for (const open of closing.splice(0).reverse()) await open.close();
});

const connection = (settings: Partial<ConnectionSettings> = {}) =>
  closed(new EndpointConnection({ timeout: 30_000, concurrency: 4, allowPrivateAddresses: true, ...settings }));
const headers = { 'webhook-id': '0193', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' };
const receiver = async (...answer: Parameters<typeof Receiver.open>) => closed(await Receiver.open(...answer));

describe('a call', () => {
  it('is a success on any 2xx and says what came back from where', async () => {
    const { url, received } = await receiver((response) => response.writeHead(202).end('thanks'));
    expect(await connection().post(url, headers, '{"a":1}')).toMatchObject({
      error: null,
      responseStatus: 202,
      responseBody: 'thanks',
      address: '127.0.0.1',
    });
    expect(received).toMatchObject([{ body: '{"a":1}', headers: { ...headers, 'content-type': 'application/json' } }]);
  });

  it('that is answered with an error status is an http_error', async () => {
    const { url } = await receiver((response) => response.writeHead(503, { 'retry-after': '7' }).end());
    expect(await connection().post(url, headers, '{}')).toMatchObject({
      error: 'http_error',
      responseStatus: 503,
      retryAfterMs: 7_000,
    });
  });

  it('does not follow a redirect', async () => {
    const inner = await receiver();
    const { url } = await receiver((response) => response.writeHead(302, { location: inner.url }).end());
    expect(await connection().post(url, headers, '{}')).toMatchObject({ error: 'redirect', responseStatus: 302 });
    expect(inner.received).toEqual([]);
  });

  it('to a closed port is connection_refused', async () => {
    const gone = await Receiver.open();
    const { url } = gone;
    await gone.close();
    expect(await connection().post(url, headers, '{}')).toMatchObject({
      error: 'connection_refused',
      responseStatus: null,
      address: null,
    });
  });

  it('to a name that does not exist is dns', async () => {
    expect(await connection({ timeout: 5_000 }).post('http://hooks.invalid/', headers, '{}')).toMatchObject({ error: 'dns' });
  });

  it('to a certificate nobody vouches for is tls', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      algorithm: 'sha256',
    });
    const server = createTlsServer({ key, cert }, (_request, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closed({ close: async () => void server.close() });
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await connection().post(url, headers, '{}')).toMatchObject({ error: 'tls' });
  });

  it('with TLS to a port that speaks none is tls', async () => {
    const { port } = await receiver();
    expect(await connection().post(`https://127.0.0.1:${port}/`, headers, '{}')).toMatchObject({ error: 'tls' });
  });

  it('that is cut off is network', async () => {
    const { url } = await receiver((_response, _call, request) => request.socket.destroy());
    expect(await connection().post(url, headers, '{}')).toMatchObject({ error: 'network' });
  });

  it('that is never answered ends at the deadline', async () => {
    const { url } = await receiver(() => undefined);
    const result = await connection({ timeout: 200 }).post(url, headers, '{}');
    expect(result).toMatchObject({ error: 'timeout', responseStatus: null });
    // A timer may end within the millisecond before.
    expect(result.durationMs).toBeGreaterThanOrEqual(199);
  });

  it('whose answer drips ends at the deadline too', async () => {
    const { url } = await receiver((response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    expect(await connection({ timeout: 1_000 }).post(url, headers, '{}')).toMatchObject({
      error: 'timeout',
      responseStatus: 200,
    });
  });

  it('whose answer never ends is read up to 16 KiB, and the socket is dropped', async () => {
    let dropped = () => {};
    const drop = new Promise<void>((resolve) => {
      dropped = resolve;
    });
    const { url } = await receiver((response) => {
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(4_096)));
        response.once('drain', pour);
      };
      response.on('close', dropped);
      pour();
    });
    const result = await connection().post(url, headers, '{}');
    expect(result).toMatchObject({ error: null, responseStatus: 200 });
    expect(result.responseBody).toHaveLength(16 * 1024);
    await drop;
  });
});

describe('an inner address', () => {
  const hosts = [
    '127.0.0.1',
    '2130706433',
    '0177.0.0.1',
    '0x7f.1',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    'localhost',
  ];
  it.each(hosts)('%s is never connected to', async (host) => {
    const { port, received } = await receiver();
    const result = await connection({ allowPrivateAddresses: false }).post(`http://${host}:${port}/`, headers, '{}');
    expect(result).toMatchObject({ error: 'blocked_address', responseStatus: null, address: null });
    expect(received).toEqual([]);
  });

  it('is not reached through a resolver that changes its answer', async () => {
    const { port, received } = await receiver();
    let asked = 0;
    // 2fff::1 is public and nobody's: a check apart from the connection would let it pass and be told another address next.
    const answers = [
      { address: '2fff::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ];
    const fickle: LookupFunction = publicLookup((_name, _options, callback) => callback(null, [answers[asked++ % 2]!]));
    const calls = connection({ allowPrivateAddresses: false, lookup: fickle });
    for (const allowed of [true, false, true, false]) {
      const { error } = await calls.post(`http://hooks.example:${port}/`, headers, '{}');
      expect([allowed, error]).toEqual([allowed, allowed ? expect.stringMatching(/^(network|timeout)$/) : 'blocked_address']);
    }
    expect(received).toEqual([]);
  });
});
