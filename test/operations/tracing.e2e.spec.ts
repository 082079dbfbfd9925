import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsWith } from '../support/call.js';
import { freePort } from '../support/free-port.js';
import { Program } from '../support/program.js';
import { registerItem } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

interface Span {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  attributes: Record<string, unknown>;
}

/** What plays the collector, and the receiver of webhooks. */
const spans: Span[] = [];
const delivered: string[] = [];
let server: Server;
let service: TestService;

const TRACE = '0af7651916cd43dd8448eb211c80319c';

beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') spans.push(...spansOf((await json(request)) as Export));
    else delivered.push(String(request.headers['webhook-id']), JSON.stringify(await json(request as IncomingMessage)));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service = await startService();
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await service.call('PUT', '/webhooks/config', {
    webhooks: { itemStatus: true },
    endpoints: { itemStatus: `http://user:password@${here.slice(7)}/hooks` },
  });
  const locationID = await service.location();
  const port = await freePort();
  const environment = {
    DATABASE_URL: service.options.databaseUrl,
    SECRET_KEY: service.options.secretKey.toString('base64'),
    HOST: '127.0.0.1',
    PORT: String(port),
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
    OTEL_EXPORTER_OTLP_ENDPOINT: here,
  };
  const programs = [await Program.start('api', environment), await Program.start('worker', environment)];
  const headers = { 'X-Request-Id': 'desk-4711', traceparent: `00-${TRACE}-b7ad6b7169203331-01` };
  const call = callsWith(`http://127.0.0.1:${port}`, service.token);
  const item = await registerItem((method, path, body) => call(method, path, body, headers), locationID);
  expect(item).toMatchObject({ locationID });
  const end = Date.now() + 50_000;
  while (delivered.length === 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
  // What is left is sent at the end.
  for (const program of programs) await program.stop();
});
afterAll(async () => {
  await service?.stop();
  server?.close();
});

const requestSpan = () => spans.find(({ name }) => name === 'POST /api/v2/items')!;
const commandSpan = () => spans.find(({ name }) => name === 'item RegisterItem')!;

describe('the trace of a registration', () => {
  it('is a part of its caller’s: the request, its command, and its statements', () => {
    expect(requestSpan()).toMatchObject({
      service: 'lost-and-found-api',
      traceId: TRACE,
      parentSpanId: 'b7ad6b7169203331',
      kind: 2,
    });
    expect(requestSpan().attributes).toMatchObject({ 'http.route': '/api/v2/items', 'http.response.status_code': 201 });
    expect(commandSpan()).toMatchObject({ traceId: TRACE, parentSpanId: requestSpan().spanId });
    const transaction = spans.find(({ parentSpanId }) => parentSpanId === commandSpan().spanId)!;
    expect(transaction).toMatchObject({ name: 'transaction', traceId: TRACE, kind: 3 });
    expect(transaction.attributes['db.query.text']).toMatch(/insert into "?events"?/);
  });

  it('has the request’s ID on each of its spans', () => {
    const own = spans.filter(({ traceId }) => traceId === TRACE);
    expect(own.length).toBeGreaterThan(3);
    expect(new Set(own.map(({ attributes }) => attributes['lost_and_found.request_id']))).toEqual(new Set(['desk-4711']));
  });

  it('names the event that its webhook reports, and so does the trace of the delivery', () => {
    const [webhookID] = delivered;
    expect(commandSpan().attributes['lost_and_found.event_id']).toBe(webhookID);
    const delivery = spans.find(({ name }) => name === 'deliver itemStatus')!;
    expect(delivery).toMatchObject({ service: 'lost-and-found-worker', kind: 3 });
    expect(delivery.attributes).toMatchObject({ 'lost_and_found.event_id': webhookID, 'lost_and_found.outcome': 'success' });
    expect(delivery.parentSpanId ?? '').toBe('');
  });

  it('holds no value of the item, no token and no password', () => {
    const text = JSON.stringify(spans);
    expect(text).toContain('insert into');
    for (const secret of ['mbrella', service.token, 'password@']) expect(text).not.toContain(secret);
  });
});

interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<Span, 'attributes' | 'service'> & { attributes: Attribute[] })[] }[];
  }[];
}
interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

function spansOf({ resourceSpans }: Export): Span[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(read(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service, attributes: read(span.attributes) })));
  });
}

function read(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
}
