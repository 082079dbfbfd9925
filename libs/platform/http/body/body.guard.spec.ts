import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Body, Controller, Get, Post } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Caller, DomainError } from '#platform/kernel';
import { routes } from '../../../../test/support/routes.js';
import { createHttpApplication, Endpoint, Public, Requires } from '../index.js';

class Anything {}

@Controller('bodies')
class BodiesController {
  @Get()
  @Public()
  get() {
    return {};
  }

  @Post()
  @Requires('bodies.send')
  usual(@Body() body: object) {
    return { fields: Object.keys(body).length };
  }

  @Post('list')
  @Requires('bodies.send')
  @Endpoint('list', 'A list', { answers: Anything, takesList: true })
  list(@Body() body: unknown) {
    return { length: (body as unknown[]).length };
  }

  @Post('open')
  @Public()
  open(@Body() body: object) {
    return { fields: Object.keys(body).length };
  }
}

const [KIB, MIB] = [1024, 1024 * 1024];

const API = { capabilities: { 'bodies.send': { roles: ['group_admin' as const] } } };

/** A bearer token is the number of its Group; who has that of Group 9 may do nothing. */
const callers = {
  async resolve(header: string | undefined, requestID: string): Promise<Caller> {
    const id = Number(header?.replace('Bearer ', ''));
    if (!id) throw new DomainError('unauthenticated', 'unauthenticated', 'No token.');
    const role = id === 9 ? 'limited_subuser' : 'group_admin';
    return { group: { id, code: 'a' }, actor: { type: 'user', userID: 1 }, role, scope: { all: true }, requestID };
  },
};

// They wait for states, however busy the machine is.
vi.setConfig({ testTimeout: 30_000 });

let app: NestExpressApplication;
let url: string;
const sockets: Socket[] = [];
beforeAll(async () => {
  const log = pino({ level: 'silent' });
  app = await createHttpApplication(routes([BodiesController], API, callers), { log, timeouts: { json: 20_000 } });
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(sockets.splice(0).map((socket) => socket.destroyed || once(socket.destroy(), 'close')));
});
afterAll(() => app.close());

interface Sent {
  group?: number;
  method?: string;
  /** The announced length; null for chunks. */
  length: number | null;
  more?: string;
}

const headOf = (path: string, { group, method = 'POST', length, more = '' }: Sent) =>
  [
    `${method} ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json`,
    length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    ...(group ? [`Authorization: Bearer ${group}`] : []),
    `${more}\r\n`,
  ].join('\r\n');

/** Sends this over a connection of its own. @param localAddress an address of this machine to call from */
function send(text: string, localAddress?: string) {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress });
  sockets.push(socket);
  const sent = { socket, answer: '', closed: once(socket, 'close') };
  socket.on('error', () => undefined).on('data', (chunk) => (sent.answer += chunk));
  socket.write(text);
  return sent;
}

/** The status of the answer. */
async function statusOf(sent: ReturnType<typeof send>): Promise<number> {
  await vi.waitUntil(() => sent.answer.includes('\r\n\r\n'), { timeout: 50_000, interval: 10 });
  return Number(sent.answer.slice(9, 12));
}

const post = async (path: string, group: number | undefined, body: string | Buffer<ArrayBuffer>, more = {}) => {
  const headers = { 'content-type': 'application/json', ...(group && { authorization: `Bearer ${group}` }), ...more };
  const response = await fetch(url + path, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as { code?: string; length?: number } };
};

describe('a call that is refused', () => {
  // All at once: a closed connection lingers for a second.
  const refused = [
    [401, '/bodies', { length: 1000 }],
    [401, '/bodies', { length: null }],
    [401, '/bodies/list', { length: 100_000_000 }],
    [403, '/bodies', { group: 9, length: 1000 }],
    [404, '/nowhere', { length: 1000 }],
    [405, '/bodies', { length: 1000, method: 'DELETE' }],
    [413, '/bodies', { group: 1, length: 64 * 1024 + 1 }],
    [413, '/bodies/list', { group: 1, length: 1024 * 1024 + 1 }],
    [413, '/bodies/open', { length: 16 * 1024 + 1 }],
    [406, '/bodies', { group: 1, length: 1000, more: 'Accept: text/csv\r\n' }],
    [415, '/bodies', { group: 1, length: 1000, more: 'Content-Encoding: klingon\r\n' }],
  ] as const;
  it('is answered before its body is sent, and its connection closed', async () => {
    const ends = refused.map(async ([status, path, head]) => {
      const sent = send(headOf(path, head));
      expect(await statusOf(sent), `${path} ${JSON.stringify(head)}`).toBe(status);
      expect(sent.answer).toMatch(/\r\nConnection: close\r\n/);
      await sent.closed;
    });
    await Promise.all(ends);
  });

  it('is answered also to who sends the body all the same', async () => {
    const { status, body } = await post('/bodies', undefined, JSON.stringify({ a: 'x'.repeat(900_000) }));
    expect([status, body.code]).toEqual([401, 'unauthenticated']);
  });

  it('has its chunks counted, and is answered before the last', async () => {
    const sent = send(`${headOf('/bodies/open', { length: null })}`);
    sent.socket.write(`5000\r\n"${'a'.repeat(0x5000 - 1)}\r\n`);
    expect(await statusOf(sent)).toBe(413);
  });

  it('of many at once has its body read a few times, and the rest is left in the connections', async () => {
    const taken: Socket[] = [];
    const take = (socket: Socket) => taken.push(socket);
    app.getHttpServer().on('connection', take);
    const all = Array.from({ length: 20 }, () => send(headOf('/bodies', { length: MIB }), '127.0.0.61'));
    expect(new Set(await Promise.all(all.map(statusOf)))).toEqual(new Set([401]));
    for (const { socket } of all) socket.write(Buffer.alloc(MIB));
    await Promise.all(all.map(({ closed }) => closed));
    app.getHttpServer().off('connection', take);
    // On a busy machine one is cut off while it is read.
    const read = taken.filter(({ bytesRead }) => bytesRead >= 1_000);
    expect(taken).toHaveLength(20);
    expect(read.length).toBeGreaterThan(0);
    expect(read.length).toBeLessThanOrEqual(8);
  });

  it('gets no 100 Continue, as one that is wanted does', async () => {
    const more = 'Expect: 100-continue\r\n';
    expect(await statusOf(send(headOf('/bodies', { length: 2, more })))).toBe(401);
    const wanted = send(headOf('/bodies', { group: 1, length: 2, more }));
    expect(await statusOf(wanted)).toBe(100);
    wanted.socket.write('{}');
    await vi.waitUntil(() => wanted.answer.includes('HTTP/1.1 201'), 25_000);
  });
});

describe('a body of brackets', () => {
  const brackets = `[${'[],'.repeat(349_000)}[]]`;

  it.each([
    ['without a token', '/bodies', undefined, 401, 'unauthenticated'],
    ['where no token is asked for', '/bodies/open', undefined, 413, 'payload_too_large'],
    ['with a token', '/bodies', 1, 413, 'payload_too_large'],
    ['where it may be long', '/bodies/list', 1, 400, 'malformed_json'],
  ])('is not parsed: %s', async (_, path, group, status, code) => {
    const parse = vi.spyOn(JSON, 'parse');
    const answer = await post(path, group, brackets);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(parse.mock.calls.filter(([text]) => text.length > 10_000)).toEqual([]);
  });

  it('is refused while it arrives, its rest unread', async () => {
    const sent = send(headOf('/bodies/list', { group: 1, length: MIB }));
    sent.socket.write('['.repeat(40_001));
    expect(await statusOf(sent)).toBe(400);
    expect(sent.answer).toContain('malformed_json');
  });

  it('is judged in any parts, wherever they are cut', async () => {
    for (const [text, status] of [
      ['["\\\\', 200],
      ['["\\"[', 200],
      ['["",[', 400],
    ] as const) {
      const sent = send(headOf('/bodies/list', { group: 1, length: null }));
      const chunk = (part: string) => sent.socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
      for (const part of text) chunk(part);
      const rest = status === 200 ? `${'['.repeat(text.includes('"[') ? 40_001 : 0)}"]` : '['.repeat(40_001);
      chunk(rest);
      sent.socket.write('0\r\n\r\n');
      expect([text, await statusOf(sent)]).toEqual([text, status]);
    }
  });

  it('is judged by what stands outside of strings', async () => {
    const list = (brackets: number, text = '') => `[${'[],'.repeat(brackets - 2)}[${text}]]`;
    expect((await post('/bodies/list', 1, list(40_000))).body.length).toBe(39_999);
    expect((await post('/bodies/list', 1, list(40_001))).body.code).toBe('malformed_json');
    expect((await post('/bodies/list', 1, list(39_999, '{"a":1}'))).body.code).toBe('malformed_json');
    expect((await post('/bodies/list', 1, list(40_000, JSON.stringify('\\"[{:\\'.repeat(9_999))))).body.length).toBe(39_999);
  });
});

describe('a compressed body', () => {
  const list = JSON.stringify(['a'.repeat(200_000), '\u00e9']);

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is read: %s', async (encoding, compress) => {
    const headers = { 'content-encoding': encoding };
    expect((await post('/bodies/list', 1, compress(list), headers)).body).toEqual({ length: 2 });
    expect((await post('/bodies/list', 1, compress(list).subarray(0, 12), headers)).body.code).toBe('malformed_json');
    expect((await post('/bodies/list', 1, compress(`["${'a'.repeat(MIB)}"]`), headers)).status).toBe(413);
    expect((await post('/bodies/list', 1, compress('['.repeat(50_000)), headers)).body.code).toBe('malformed_json');
  });

  it('may begin with a byte order mark, as others may', async () => {
    expect((await post('/bodies/list', 1, '\ufeff[1]')).body).toEqual({ length: 1 });
    expect((await post('/bodies/list', 1, gzipSync('\ufeff[1]'), { 'content-encoding': 'gzip' })).body).toEqual({ length: 1 });
  });
});

describe('bodies under way', () => {
  const GO_ON = 'Expect: 100-continue\r\n';

  /** The statuses of so many calls whose bodies never come: 100 where it is waited for. */
  async function begin(count: number, path: string, head: Sent): Promise<Record<string, number>> {
    const statuses: Record<string, number> = {};
    const all = Array.from({ length: count }, () => send(headOf(path, { ...head, more: GO_ON })));
    for (const status of await Promise.all(all.map(statusOf))) statuses[status] = (statuses[status] ?? 0) + 1;
    return statuses;
  }

  it('of one Group have half of the memory, whatever they are, and leave another Group its own', async () => {
    expect(await begin(30, '/bodies/list', { group: 1, length: MIB })).toEqual({ 100: 28, 503: 2 });
    expect((await post('/bodies', 1, '{}')).status).toBe(503);
    expect(await begin(16, '/bodies/list', { group: 2, length: MIB })).toEqual({ 100: 14, 503: 2 });
    expect((await post('/bodies/list', 3, `["${'a'.repeat(900_000)}"]`)).body).toEqual({ length: 1 });
  });

  it('count as much as they may become where no length is announced', async () => {
    expect(await begin(30, '/bodies/list', { group: 1, length: null })).toEqual({ 100: 28, 503: 2 });
  });

  it('without a token have a share of their own', async () => {
    expect(await begin(260, '/bodies/open', { length: 16 * KIB })).toEqual({ 100: 256, 503: 4 });
    expect((await post('/bodies', 1, '{}')).status).toBe(201);
  });

  it('are forgotten when they are refused, though their connections linger', async () => {
    const refused = Array.from({ length: 28 }, () =>
      send(headOf('/bodies/list', { group: 1, length: MIB }) + '['.repeat(40_001)),
    );
    expect(new Set(await Promise.all(refused.map(statusOf)))).toEqual(new Set([400]));
    expect((await post('/bodies', 1, '{}')).status).toBe(201);
  });

  it('that are refused say when to come back, and their connection is closed', async () => {
    await begin(28, '/bodies/list', { group: 1, length: MIB });
    const refused = send(headOf('/bodies', { group: 1, length: 2 }));
    expect(await statusOf(refused)).toBe(503);
    expect(refused.answer).toMatch(/\r\nRetry-After: 5\r\n/);
    expect(refused.answer).toMatch(/\r\nConnection: close\r\n/);
    await refused.closed;
  });

  it('are forgotten when their connections end, those sent ahead of an answer as well', async () => {
    for (let round = 0; round < 3; round++) {
      const first = `${headOf('/bodies/list', { group: 1, length: 2 })}[]`;
      const ahead = Array.from({ length: 20 }, () => send(first + headOf('/bodies/list', { group: 1, length: MIB })));
      expect(new Set(await Promise.all(ahead.map(statusOf)))).toEqual(new Set([200]));
      await Promise.all(sockets.splice(0).map((socket) => once(socket.destroy(), 'close')));
      await vi.waitUntil(async () => (await post('/bodies/list', 1, `["${'a'.repeat(900_000)}"]`)).status === 200, 25_000);
    }
  });
});
