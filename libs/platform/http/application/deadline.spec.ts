import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Body, Controller, Get, Post } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { routes } from '../../../../test/support/routes.js';
import { createHttpApplication, Public } from '../index.js';

let [begun, ended] = [0, 0];

@Controller('slow')
class SlowController {
  @Get('never')
  @Public()
  never() {
    return new Promise(() => {});
  }

  @Get('late')
  @Public()
  async late() {
    begun++;
    await pause(1_500);
    setImmediate(() => ended++);
    return { late: true };
  }

  @Post('work')
  @Public()
  async work(@Body() body: object) {
    await pause(400);
    return body;
  }

  @Post('body')
  @Public()
  body(@Body() body: object) {
    return body;
  }
}

const log: string[] = [];
let app: NestExpressApplication;
let url: string;
beforeAll(async () => {
  const lines = pino({ level: 'error' }, { write: (line: string) => void log.push(line) });
  app = await createHttpApplication(routes([SlowController]), { log: lines, callLimit: 1_000 });
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});
afterAll(() => app.close());

describe('a call that takes too long', () => {
  it.each(['never', 'late'])('is answered 503 and says when to come back: %s', async (path) => {
    const answer = await fetch(`${url}/slow/${path}`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(await answer.json()).toMatchObject({ code: 'unavailable', instance: `/slow/${path}` });
  });

  it('harms neither the next call of its connection nor the log when its result comes at last', async () => {
    const before = log.length;
    await fetch(`${url}/slow/late`);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    await vi.waitFor(() => expect(ended).toBe(begun), 50_000);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    expect(log.slice(before).map((line) => JSON.parse(line).msg)).toEqual(['request failed', 'request errored']);
  });
});

describe('a body that arrives slowly', () => {
  it('is not taken for a slow call', async () => {
    expect(await sent('body', 1_500)).toMatch(/^HTTP\/1.1 201 /);
  });

  it('leaves the call its whole time once it is there', async () => {
    expect(await sent('work', 800)).toMatch(/^HTTP\/1.1 201 /);
  });
});

/** Sends a body in two parts, the second one after so many milliseconds. @returns what was answered */
async function sent(path: string, until: number): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head = 'Host: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 7';
  socket.write(`POST /slow/${path} HTTP/1.1\r\n${head}\r\n\r\n{"a"`);
  await pause(until);
  socket.write(':1}');
  return text(socket);
}
