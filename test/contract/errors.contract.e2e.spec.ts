import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, wrong } from '../support/client.js';
import { checkedFetch } from '../support/contract.js';
import { type Contract, outcome, startContract } from './contract.js';

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));

interface Operation {
  requestBody?: { content: object };
  responses: Record<string, { content?: object }>;
}

/** Every operation of the document, with identifiers that could be, and the type of its body. */
const OPERATIONS = Object.entries<Record<string, Operation>>(document.paths).flatMap(([template, methods]) =>
  Object.entries(methods).map(([name, { requestBody, responses }]) => {
    const path = template.replace('{locationID}', 'demo:1').replace(/\{\w+\}/g, '1');
    const type = Object.keys(requestBody?.content ?? {})[0];
    const isImage = Object.keys(responses[200]?.content ?? {}).some((answer) => answer.startsWith('image/'));
    return { name: `${name.toUpperCase()} ${template}`, method: name.toUpperCase(), path, type, isImage };
  }),
);
/** People open links to images with parameters that others added. */
const STRICT = OPERATIONS.filter(({ name, isImage }) => !isImage && !name.endsWith('/sso/callback'));

let service: Contract;
let ofUser: string;
beforeAll(async () => {
  service = await startContract();
  await service.location();
  await service.user('self');
  ofUser = (await service.signIn('self')).accessToken;
});
afterAll(() => service?.stop());

/** A call as no client makes it. Every answer is a problem document, which `checkedFetch` sees to. */
async function raw(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  // One's own account is for users alone.
  const authorization = `Bearer ${path.startsWith('/api/v2/me') ? ofUser : service.token}`;
  const response = await checkedFetch(service.url + path, { method, headers: { authorization, ...headers }, body });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}
const JSON_TYPE = { 'content-type': 'application/json' };

describe('a problem', () => {
  it('is a problem document of RFC 9457', async () => {
    const answer = await raw('POST', '/api/v2/items?x=1', { ...JSON_TYPE, 'x-request-id': 'my-request-1' }, '{}');
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.body).toMatchObject({
      type: '/problems/validation-failed',
      title: expect.any(String),
      status: 400,
      code: 'validation_failed',
      detail: expect.any(String),
      instance: '/api/v2/items',
      requestID: 'my-request-1',
      errors: expect.any(Array),
    });
    const { field, code, message } = answer.body.errors[0];
    expect([field, code, message]).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
  });

  it('carries X-Request-Id, the caller’s when it sends a sane one', async () => {
    const own = await raw('GET', '/api/v2/colors', { 'x-request-id': 'trace-7f' });
    expect(own.headers.get('x-request-id')).toBe('trace-7f');
    for (const id of ['a b', '<script>', 'x'.repeat(1000)]) {
      const answer = await raw('GET', '/api/v2/colors', { 'x-request-id': id });
      expect(answer.headers.get('x-request-id'), id).not.toBe(id);
      expect(answer.headers.get('x-request-id'), id).toMatch(/^\S+$/);
    }
  });
});

describe('400', () => {
  it.each(['item=1', '{"item": "x"}}'])('%s is malformed_json', async (body) => {
    expect(outcome(await raw('POST', '/api/v2/items', JSON_TYPE, body))).toBe('400 malformed_json');
  });
});

describe('unknown fields and query parameters', () => {
  it.each(STRICT)('$name takes no other parameter', async ({ method, path, type }) => {
    const answer = await raw(method, `${path}?notThere=1`, type ? { 'content-type': type } : {}, type && '{}');
    expect(outcome(answer).split(', ')).toContain('notThere unknown_field');
  });

  // What providers send has fields of theirs.
  const withFields = STRICT.filter(({ method, name }) => method !== 'GET' && !name.includes('/provider-events/'));
  it.each(withFields)('$name takes no other field', async ({ method, path, type }) => {
    const fault = type?.startsWith('multipart/') ? '415 unsupported_media_type' : 'notThere unknown_field';
    expect(outcome(await raw(method, path, JSON_TYPE, '{"notThere":1}')).split(', ')).toContain(fault);
  });
});

describe('401', () => {
  it.each(['nonsense', 'lf_nonsense', ''])('the token %j is unauthenticated, with WWW-Authenticate', async (token) => {
    const answer = await clientOf(service.url, token).listItems();
    expect(outcome(answer)).toBe('401 unauthenticated');
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  it('another scheme is unauthenticated', async () => {
    const answer = await raw('GET', '/api/v2/items', { authorization: `Basic ${service.token}` });
    expect(outcome(answer)).toBe('401 unauthenticated');
  });

  it('a wrong sign-in is invalid_credentials, whether the name exists or not', async () => {
    await service.user('known');
    const api = clientOf(service.url);
    const known = await api.login({ body: { username: 'known', password: 'wrong password' } });
    const unknown = await api.login({ body: { username: 'unknown', password: 'wrong password' } });
    expect([outcome(known), outcome(unknown)]).toEqual(['401 invalid_credentials', '401 invalid_credentials']);
    expect(known.body.detail).toBe(unknown.body.detail);
  });
});

describe('403', () => {
  it('is forbidden: the role lacks the capability', async () => {
    const { client } = await service.user('overviewer', { userRole: 'overview_subuser' });
    expect(outcome(await client.listUsers())).toBe('403 forbidden');
    expect(outcome(await client.registerItem({ body: wrong({}) }))).toBe('403 forbidden');
    expect(outcome(await client.getWebhookConfiguration())).toBe('403 forbidden');
    expect(outcome(await client.listItems())).toBe('200');
  });
});

describe('404', () => {
  it.each(['/api', '/api/v2', '/api/v2/nothing', '/api/v1/items', '/api/v2/items/1/nothing', '/nothing'])(
    'GET %s is not_found',
    async (path) => expect(outcome(await raw('GET', path))).toBe('404 not_found'),
  );
});

describe('405', () => {
  it.each([
    ['POST', '/api/v2/users/roles'],
    ['DELETE', '/api/v2/locations/demo:1'],
    ['GET', '/api/v2/items/1/status'],
  ])('%s %s is method_not_allowed', async (method, path) => {
    const answer = await raw(method, path);
    expect(outcome(answer)).toBe('405 method_not_allowed');
    expect(answer.headers.get('allow')).toMatch(/[A-Z]/);
  });

  it.each([
    ['/api/v2/auth/login', 405, 'POST'],
    ['/api/v2/items/1/status', 405, 'PUT'],
    ['/api/v2/items/999999', 404, null],
    ['/api/v2/users/roles', 200, null],
  ])('HEAD %s answers %i, as GET would, with Allow: %s', async (path, status, allow) => {
    const answer = await raw('HEAD', path);
    expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow]);
  });
});

describe('406, 413, 415', () => {
  it.each(['text/html', 'application/xml', 'image/png', 'application/json;charset=utf-8;q=0'])(
    'Accept: %s is not_acceptable',
    async (accept) => {
      expect(outcome(await raw('GET', '/api/v2/items', { accept }))).toBe('406 not_acceptable');
    },
  );

  it.each([
    '*/*',
    'application/json',
    'application/*',
    'text/html, application/json;q=0.5',
    'application/problem+json',
    'application/json; charset=utf-8',
    'text/html, application/json;charset=UTF-8;q=0.5',
    '*/*;v=b3;q=0.8',
  ])('Accept: %s is served', async (accept) => expect((await raw('GET', '/api/v2/items', { accept })).status).toBe(200));

  it.each([
    ['/items/batch', 1024],
    ['/items', 64],
  ])('JSON of more than its limit is payload_too_large: %s, %i KiB', async (path, limit) => {
    const most = limit * 1024;
    const send = (length: number) => raw('POST', `/api/v2${path}`, JSON_TYPE, JSON.stringify({ item: 'x'.repeat(length - 11) }));
    expect(outcome(await send(most + 1))).toBe('413 payload_too_large');
    expect((await send(most)).status).toBe(400);
  });

  it('JSON of more than 16 KiB is payload_too_large where no token is asked for', async () => {
    const send = (length: number) =>
      raw('POST', '/api/v2/auth/login', JSON_TYPE, JSON.stringify({ username: 'x'.repeat(length - 15) }));
    expect(outcome(await send(16 * 1024 + 1))).toBe('413 payload_too_large');
    expect((await send(16 * 1024)).status).toBe(400);
  });

  it('JSON of more than 40,000 brackets and keys is malformed_json', async () => {
    const send = (brackets: number) =>
      raw('POST', '/api/v2/items/batch', JSON_TYPE, `{"items":"[{:","other":[${'[],'.repeat(brackets - 5)}[]]}`);
    expect(outcome(await send(40_001))).toBe('400 malformed_json');
    expect((await send(40_000)).body.code).toBe('validation_failed');
  });

  it.each(['utf-8', 'utf8', '"UTF8"'])('JSON may name its charset %s', async (charset) => {
    const type = { 'content-type': `application/json; charset=${charset}` };
    expect((await raw('PUT', '/api/v2/locations/demo:1', type, '{"reference":"é"}')).body.reference).toBe('é');
  });
});
