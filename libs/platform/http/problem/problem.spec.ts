import { connect } from 'node:net';
import { Controller, Get, type Type } from '@nestjs/common';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../../../test/support/routes.js';
import { ContextApisModule, createHttpApplication, Problems, Requires } from '../index.js';
import { ADMIN, API, startThings } from '../spec/things.js';

let things: Awaited<ReturnType<typeof startThings>>;
beforeAll(async () => {
  things = await startThings();
});
afterAll(() => things?.stop());

function raw(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(things.url).port), '127.0.0.1', () => socket.write(request));
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
    const answer = await things.call('GET', '/api/v2/things/failures/gone?', { 'x-request-id': 'abc-1' });
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

  it('an invalid request ID is replaced', async () => {
    const answer = await things.call('GET', '/health/live', { 'x-request-id': 'a b' });
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
    const answer = await things.call('GET', `/api/v2/things/failures/${name}`);
    expect(answer.body).toMatchObject({ status, code });
    expect(answer.status).toBe(status);
  });

  it('a code has the title that its context defines', async () => {
    expect((await things.call('GET', '/api/v2/things/failures/conflict')).body.title).toBe('Somebody has the name');
  });

  it('too many requests say when to come back', async () => {
    expect((await things.call('GET', '/api/v2/things/failures/limited')).headers.get('retry-after')).toBe('7');
  });

  it('an unknown failure leaks nothing and is logged with the request ID', async () => {
    const answer = await things.call('GET', '/api/v2/things/failures/bug', { 'x-request-id': 'find-me' });
    expect(JSON.stringify(answer.body)).not.toContain('select');
    expect(things.log.some((line) => line.includes('find-me') && line.includes('select password'))).toBe(true);
  });

  it('an unknown status stays a client error', async () => {
    expect(await things.call('GET', '/api/v2/things/failures/teapot')).toMatchObject({
      status: 400,
      body: { code: 'bad_request' },
    });
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
    const answer = await things.call(method, path, ADMIN);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('405 names the methods that are allowed', async () => {
    expect((await things.call('PATCH', '/api/v2/things/1')).headers.get('allow')).toBe('DELETE, GET, HEAD');
  });

  it('an encoded Location identifier is decoded', async () => {
    expect((await things.call('PUT', '/api/v2/things/at/demo%3A1')).body).toEqual({ locationID: 'demo:1' });
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
    return (await createHttpApplication(routes(controllers, API), { log: pino({ level: 'silent' }) })).init();
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

  it('fails for a route that requires a capability, or documents a problem, that no context defines', async () => {
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

  it('fails without a resolver of callers', async () => {
    const module = ContextApisModule.forRoot([API]);
    const options = { log: pino({ level: 'silent' }) };
    await expect(createHttpApplication(module, options)).rejects.toThrow('CALLER_RESOLVER');
  });

  it('fails when two contexts define the same', () => {
    expect(() => ContextApisModule.forRoot([API, API])).toThrow('things.read is defined twice.');
  });
});
