import { connect } from 'node:net';
import { Body, Controller, Delete, Get, Header, HttpException, Param, Post, Put, Query, Req, type Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request } from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, DomainError, NotFound, READERS } from '#platform/kernel';
import { routes } from '../../../../test/support/routes.js';
import {
  Consumes,
  type ContextApi,
  ContextApisModule,
  CurrentCaller,
  createHttpApplication,
  ID,
  Integer,
  LocationID,
  Part,
  Problems,
  Produces,
  Public,
  QueryInteger,
  RateLimited,
  Requires,
  Text,
} from '../index.js';

class Owner {
  @Text() firstName?: string;
}

class Thing {
  @Text({ required: true }) name!: string;
  @Integer() count?: number;
  @Part(() => Owner) owner?: Owner;
}

class ThingQuery {
  @QueryInteger({ min: 1 }) limit?: number;
}

const FAILURES: Record<string, () => Error> = {
  gone: () => new NotFound('The item'),
  conflict: () => new DomainError('conflict', 'name_taken', 'Taken.'),
  mismatch: () => new DomainError('mismatch', 'idempotency_mismatch', 'Other body.'),
  precondition: () => new DomainError('precondition', 'precondition_failed', 'Changed.'),
  last: () => new DomainError('invalid', 'last_one', 'One must remain.'),
  limited: () => new RateLimited(7),
  teapot: () => new HttpException('short and stout', 418),
  bug: () => new Error('select password from users'),
  database: () => Object.assign(new Error('x'), { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) }),
};

@Controller('api/v2/things')
class ThingController {
  @Get()
  @Requires('things.read')
  list(@Query() query: ThingQuery) {
    return query;
  }

  @Post()
  @Requires('things.add')
  add(@Body() body: Thing, @CurrentCaller() caller: Caller) {
    return { body, role: caller.role };
  }

  @Get('failures/:name')
  @Public()
  fail(@Param('name') name: string) {
    throw FAILURES[name]?.() ?? new NotFound('Failure');
  }

  @Get('plain')
  @Public()
  @Produces('text/plain')
  @Header('Content-Type', 'text/plain')
  plain() {
    return 'plain';
  }

  @Post('upload')
  @Public()
  @Consumes('multipart/form-data')
  upload() {
    return {};
  }

  @Get(':id')
  @Requires('things.read')
  one(@ID('id') id: number) {
    return { id };
  }

  @Delete(':id')
  @Requires('things.edit')
  remove(@ID('id') id: number, @Req() request: Request) {
    return { id, method: request.method };
  }

  @Put('at/:locationID')
  @Public()
  at(@LocationID() locationID: string) {
    return { locationID };
  }
}

const callers = {
  async resolve(header: string | undefined, requestID: string): Promise<Caller> {
    const [role, part] = (header?.replace('Bearer ', '').split(' ') ?? []) as [Caller['role']?, string?];
    if (!role) throw new DomainError('unauthenticated', 'unauthenticated', 'No token.');
    const scope = part ? ({ all: false, locationIDs: [part] } as const) : ({ all: true } as const);
    return { group: { id: 1, code: 'demo' }, actor: { type: 'user', userID: 1 }, role, scope, requestID };
  },
};

const api: ContextApi = {
  capabilities: {
    'things.read': { roles: READERS },
    'things.add': { roles: ['group_admin'] },
    'things.edit': { roles: ['group_admin'], wholeGroup: true },
  },
  problems: { name_taken: { status: 409, title: 'Somebody has the name' } },
};

let app: NestExpressApplication;
let base: string;
const log: string[] = [];

beforeAll(async () => {
  const sink = { write: (line: string) => void log.push(line) };
  app = await createHttpApplication(routes([ThingController], api, callers), { log: pino({ level: 'info' }, sink) });
  await app.listen(0, '127.0.0.1');
  base = await app.getUrl();
});
afterAll(() => app.close());

const admin = { authorization: 'Bearer group_admin' };
const json = { ...admin, 'content-type': 'application/json' };

async function call(method: string, path: string, headers: Record<string, string> = {}, body?: string | Buffer<ArrayBuffer>) {
  const response = await fetch(base + path, { method, headers, body });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

const post = (body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = json) =>
  call('POST', '/api/v2/things', headers, body);

function raw(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(request));
    let answer = '';
    socket.setTimeout(3000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('every error is a problem document', () => {
  it('carries all members and the caller’s request ID, and the path without its query', async () => {
    const answer = await call('GET', '/api/v2/things/failures/gone?', { 'x-request-id': 'abc-1' });
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('x-request-id')).toBe('abc-1');
    expect(answer.body).toEqual({
      type: '/problems/not-found',
      title: 'There is nothing here',
      status: 404,
      code: 'not_found',
      detail: 'The item does not exist.',
      instance: '/api/v2/things/failures/gone',
      requestID: 'abc-1',
    });
  });

  it('an insane request ID is replaced', async () => {
    const answer = await call('GET', '/health/live', { 'x-request-id': 'a b' });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['conflict', 409, 'name_taken'],
    ['mismatch', 422, 'idempotency_mismatch'],
    ['precondition', 412, 'precondition_failed'],
    ['last', 400, 'last_one'],
    ['limited', 429, 'rate_limited'],
    ['bug', 500, 'internal_error'],
    ['database', 503, 'unavailable'],
  ])('%s becomes %i %s', async (name, status, code) => {
    const answer = await call('GET', `/api/v2/things/failures/${name}`);
    expect(answer.body).toMatchObject({ status, code });
    expect(answer.status).toBe(status);
  });

  it('a code is titled by whom it belongs to', async () => {
    expect((await call('GET', '/api/v2/things/failures/conflict')).body.title).toBe('Somebody has the name');
  });

  it('too many requests say when to come back', async () => {
    expect((await call('GET', '/api/v2/things/failures/limited')).headers.get('retry-after')).toBe('7');
  });

  it('an unknown failure leaks nothing and is logged with the request ID', async () => {
    const answer = await call('GET', '/api/v2/things/failures/bug', { 'x-request-id': 'find-me' });
    expect(JSON.stringify(answer.body)).not.toContain('select');
    expect(log.some((line) => line.includes('find-me') && line.includes('select password'))).toBe(true);
  });

  it('an unknown status stays a client error', async () => {
    expect(await call('GET', '/api/v2/things/failures/teapot')).toMatchObject({ status: 400, body: { code: 'bad_request' } });
  });
});

describe('paths and methods', () => {
  it.each([
    ['GET', '/nowhere', 404, 'not_found'],
    ['GET', '/%E0%A4%A', 404, 'not_found'],
    ['GET', '/api/v2/things/%E0%A4%A', 404, 'not_found'],
    ['GET', '/api/v2/things/abc', 404, 'not_found'],
    ['GET', '/api/v2/things/0', 404, 'not_found'],
    ['GET', '/api/v2/things/99999999999', 404, 'not_found'],
    ['PUT', '/api/v2/things/at/DEMO:1', 404, 'not_found'],
    ['PUT', '/api/v2/things/at/demo:1%00', 404, 'not_found'],
    ['PATCH', '/api/v2/things/1', 405, 'method_not_allowed'],
    ['PUT', '/api/v2/things', 405, 'method_not_allowed'],
  ])('%s %s is %i', async (method, path, status, code) => {
    const answer = await call(method, path, admin);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('405 names the methods that are allowed', async () => {
    expect((await call('PATCH', '/api/v2/things/1')).headers.get('allow')).toBe('DELETE, GET, HEAD');
  });

  it('an encoded Location identifier is decoded', async () => {
    expect((await call('PUT', '/api/v2/things/at/demo%3A1')).body).toEqual({ locationID: 'demo:1' });
  });
});

describe('bodies', () => {
  it.each([
    ['cut off', '{"name"', 400, 'malformed_json'],
    ['null', 'null', 400, 'validation_failed'],
    ['a string', '"text"', 400, 'validation_failed'],
    ['an array', '[]', 400, 'validation_failed'],
    ['empty', '', 400, 'validation_failed'],
    ['with __proto__', '{"name":"a","__proto__":{"x":1}}', 400, 'validation_failed'],
    ['with constructor', '{"name":"a","constructor":{"prototype":1}}', 400, 'validation_failed'],
    ['with NUL', '{"name":"a\\u0000b"}', 400, 'validation_failed'],
    ['with a lone surrogate', '{"name":"\\ud800"}', 400, 'validation_failed'],
    ['with a huge number', '{"name":"a","count":1e999}', 400, 'validation_failed'],
    ['of deep arrays', `{"name":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 400, 'validation_failed'],
    ['of deep objects', `{"owner":${'{"owner":'.repeat(50_000)}1${'}'.repeat(50_000)}}`, 400, 'validation_failed'],
    ['above 1 MiB', `{"name":"${'a'.repeat(1_100_000)}"}`, 413, 'payload_too_large'],
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
    [{ 'content-type': 'application/json', 'content-encoding': 'klingon' }],
  ])('%o is an unsupported media type', async (headers) => {
    const answer = await post('{}', { ...admin, ...headers } as unknown as Record<string, string>);
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  it('a body that claims to be compressed and is not is a client error', async () => {
    expect((await post('{}', { ...json, 'content-encoding': 'gzip' })).status).toBe(400);
  });

  it('the upload route takes multipart only', async () => {
    expect((await call('POST', '/api/v2/things/upload', json, '{}')).status).toBe(415);
  });

  it('a missing token comes before a malformed body', async () => {
    const answer = await post('{', { 'content-type': 'application/json' });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('a role without the capability is forbidden', async () => {
    const answer = await call('GET', '/api/v2/things', { authorization: 'Bearer limited_subuser' });
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
  });

  it('a capability on the whole Group is forbidden to who reaches a part of it', async () => {
    const remove = (authorization: string) => call('DELETE', '/api/v2/things/1', { authorization });
    expect((await remove('Bearer group_admin demo:1')).status).toBe(403);
    expect((await remove('Bearer group_admin')).status).toBe(200);
  });

  it('a good body arrives with its caller', async () => {
    const answer = await post('{"name":" Hat ","owner":{"firstName":"Ann"}}');
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ body: { name: 'Hat', owner: { firstName: 'Ann' } }, role: 'group_admin' });
  });

  it('a body or query where none is taken is named', async () => {
    const answer = await call('DELETE', '/api/v2/things/1?force=1', json, '{"a":1}');
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
  ])('?%s names %s as %s', async (query, field, code) => {
    const answer = await call('GET', `/api/v2/things?${query}`, admin);
    expect(answer.body.errors).toMatchObject([{ field, code }]);
  });

  it('who takes no JSON gets 406', async () => {
    const answer = await call('GET', '/api/v2/things', { ...admin, accept: 'text/html' });
    expect([answer.status, answer.body.code]).toEqual([406, 'not_acceptable']);
  });

  it('a route of another type is not measured by JSON, and takes what others add to its link', async () => {
    expect((await fetch(`${base}/api/v2/things/plain?utm_source=mail`, { headers: { accept: 'text/plain' } })).status).toBe(200);
  });
});

describe('what Node refuses by itself', () => {
  it('broken HTTP gets a problem document', async () => {
    const answer = await raw('NONSENSE\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('application/problem+json');
  });

  it('headers without end get 431', async () => {
    expect(await raw(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 /);
  });
});

describe('the start', () => {
  async function start(...controllers: Type[]): Promise<unknown> {
    return (await createHttpApplication(routes(controllers, api), { log: pino({ level: 'silent' }) })).init();
  }

  it('fails for a route that declares no capability', async () => {
    @Controller('open')
    class OpenController {
      @Get()
      open() {
        return {};
      }
    }
    await expect(start(OpenController)).rejects.toThrow('OpenController.open declares neither');
  });

  it('fails for a route that requires a capability, or documents a problem, that nobody defines', async () => {
    @Controller('misspelt')
    class MisspeltController {
      @Get()
      @Requires('things.raed')
      @Problems('name_taken', 'name_takne')
      read() {
        return {};
      }
    }
    const started = start(MisspeltController);
    await expect(started).rejects.toThrow('MisspeltController.read requires things.raed');
    await expect(started).rejects.toThrow('MisspeltController.read has the unknown problem name_takne');
  });

  it('fails when nobody can tell who calls', async () => {
    const module = ContextApisModule.forRoot([api]);
    const options = { log: pino({ level: 'silent' }) };
    await expect(createHttpApplication(module, options)).rejects.toThrow('CALLER_RESOLVER');
  });

  it('fails when two contexts define the same', () => {
    expect(() => ContextApisModule.forRoot([api, api])).toThrow('things.read is defined twice.');
  });
});
