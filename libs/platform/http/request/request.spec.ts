import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, JSON_OF_ADMIN, startThings } from '../spec/things.js';

let things: Awaited<ReturnType<typeof startThings>>;
beforeAll(async () => {
  things = await startThings();
});
afterAll(() => things?.stop());

const post = (body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = JSON_OF_ADMIN) =>
  things.call('POST', '/api/v2/things', headers, body);

describe('bodies', () => {
  it.each([
    ['cut off', '{"name"', 400, 'malformed_json'],
    ['with a key twice', '{"name":"a","name":"b"}', 400, 'malformed_json'],
    ['with a key twice, once escaped', '{"owner":{"firstName":"a","\\u0066irstName":"b"},"name":"a:b"}', 400, 'malformed_json'],
    ['null', 'null', 400, 'validation_failed'],
    ['a string', '"text"', 400, 'validation_failed'],
    ['an array', '[]', 400, 'validation_failed'],
    ['empty', '', 400, 'validation_failed'],
    ['with __proto__', '{"name":"a","__proto__":{"x":1}}', 400, 'validation_failed'],
    ['with constructor', '{"name":"a","constructor":{"prototype":1}}', 400, 'validation_failed'],
    ['with NUL', '{"name":"a\\u0000b"}', 400, 'validation_failed'],
    ['with a lone surrogate', '{"name":"\\ud800"}', 400, 'validation_failed'],
    ['with a huge number', '{"name":"a","count":1e999}', 400, 'validation_failed'],
    ['of deep arrays', `{"name":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 400, 'validation_failed'],
    ['of deep objects', `{"owner":${'{"owner":'.repeat(6_000)}1${'}'.repeat(6_000)}}`, 400, 'validation_failed'],
    ['above 64 KiB', `{"name":"${'a'.repeat(64 * 1024)}"}`, 413, 'payload_too_large'],
  ])('a body %s is refused', async (_, body, status, code) => {
    const answer = await post(body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('invalid UTF-8 is malformed', async () => {
    const answer = await post(Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]));
    expect(answer.body.code).toBe('malformed_json');
  });

  it.each([
    [{ 'content-type': 'text/plain' }],
    [{ 'content-type': 'multipart/form-data; boundary=x' }],
    [{ 'content-type': 'application/json; charset=klingon' }],
    [{ 'content-type': 'application/json; charset=utf-16le' }],
    [{ 'content-type': 'application/json', 'content-encoding': 'klingon' }],
  ])('%o is an unsupported media type', async (headers) => {
    const answer = await post('{}', { ...ADMIN, ...headers } as unknown as Record<string, string>);
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  it.each([
    ...['UTF-8', 'utf8', '"utf-8"', 'us-ascii', 'utf-8;', 'utf-8; odata=verbose'].map((name) => ({
      'content-type': `application/json; charset=${name}`,
    })),
    { 'content-type': 'Application/JSON;' },
    { 'content-encoding': '' },
    { 'content-encoding': 'identity' },
  ])('%o is JSON', async (headers) => {
    expect((await post('{"name":"Hat"}', { ...JSON_OF_ADMIN, ...(headers as object) })).status).toBe(201);
  });

  it('a body that claims to be compressed and is not is a client error', async () => {
    expect((await post('{}', { ...JSON_OF_ADMIN, 'content-encoding': 'gzip' })).status).toBe(400);
  });

  it('the upload route takes multipart only', async () => {
    expect((await things.call('POST', '/api/v2/things/upload', JSON_OF_ADMIN, '{}')).status).toBe(415);
  });

  it('a missing token is reported before a malformed body', async () => {
    const answer = await post('{', { 'content-type': 'application/json' });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('a role without the capability is forbidden', async () => {
    const answer = await things.call('GET', '/api/v2/things', { authorization: 'Bearer limited_subuser' });
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
  });

  it('a capability on the whole Group is forbidden to a caller with access to a part of it', async () => {
    const remove = (authorization: string) => things.call('DELETE', '/api/v2/things/1', { authorization });
    expect((await remove('Bearer group_admin demo:1')).status).toBe(403);
    expect((await remove('Bearer group_admin')).status).toBe(200);
  });

  it('a good body arrives with its caller', async () => {
    const answer = await post('{"name":" Hat ","owner":{"firstName":"Ann"}}');
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ body: { name: 'Hat', owner: { firstName: 'Ann' } }, role: 'group_admin' });
  });

  it('a body or query where none is taken is named', async () => {
    const answer = await things.call('DELETE', '/api/v2/things/1?force=1', JSON_OF_ADMIN, '{"a":1}');
    expect(answer.body.errors).toMatchObject([
      { field: 'force', code: 'unknown_field' },
      { field: 'a', code: 'unknown_field' },
    ]);
  });
});

describe('queries and Accept', () => {
  it.each([
    ['limit=1&limit=2', 'limit', 'invalid_type'],
    ['limit=0', 'limit', 'out_of_range'],
    ['__proto__=1', '__proto__', 'unknown_field'],
    ['%ff=1', '\ufffd', 'unknown_field'],
    ['limit=%FC', 'limit', 'invalid_format'],
  ])('?%s names %s as %s', async (query, field, code) => {
    const answer = await things.call('GET', `/api/v2/things?${query}`, ADMIN);
    expect(answer.body.errors).toMatchObject([{ field, code }]);
  });

  it('a client that does not accept JSON gets 406', async () => {
    const answer = await things.call('GET', '/api/v2/things', { ...ADMIN, accept: 'text/html' });
    expect([answer.status, answer.body.code]).toEqual([406, 'not_acceptable']);
  });

  it.each([
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2'],
    ['text/html, image/gif, image/jpeg, *; q=.2'],
    ['*'],
    ['application/json;odata=nometadata'],
    ['application/xml, application/json;q=0.5'],
    ['text/html,application/xhtml+xml,*/*;q=0.8'],
  ])('a client that accepts "%s" gets JSON', async (accept) => {
    expect((await things.call('GET', '/api/v2/things', { ...ADMIN, accept })).status).toBe(200);
  });

  it('a route of another type is not measured by JSON, and takes what others add to its link', async () => {
    expect((await fetch(`${things.url}/api/v2/things/plain?utm_source=mail`, { headers: { accept: 'text/plain' } })).status).toBe(
      200,
    );
  });
});
