import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Body, Controller, Get, Post, Req } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request } from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../../../test/support/routes.js';
import { Consumes, createHttpApplication, Public, readForm } from '../index.js';

@Public()
@Controller('forms')
class FormsController {
  @Post()
  @Consumes('multipart/form-data')
  form(@Req() request: Request) {
    return readForm(request, {}, { field: () => undefined, file: async (_, file) => file.resume() });
  }

  @Post('json')
  json(@Body() body: object) {
    return body;
  }

  /** More than the buffers of both sides hold. */
  @Get('long')
  long() {
    return { text: 'x'.repeat(LONG) };
  }
}

const LONG = 24_000_000;

const applications: NestExpressApplication[] = [];
afterAll(() => Promise.all(applications.map((app) => app.close())));

/** An application with these time limits in milliseconds. @returns its URL */
async function listening(given: { headers: number; json: number; body: number; idle?: number }): Promise<string> {
  const timeouts = { idle: 10_000, ...given };
  const app = await createHttpApplication(routes([FormsController]), { log: pino({ level: 'silent' }), timeouts });
  applications.push(app);
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}

const HEADERS = 'GET /health/live HTTP/1.1\r\nHost: a\r\nX-Slow: ';

const headOf = (path: string, type: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n`;

/** Sends the beginning at once and then a byte every 50 milliseconds, until the connection is closed. */
function drip(url: string, beginning: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(beginning);
  const dripping = setInterval(() => beginning && socket.write('a'), 50);
  socket.on('close', () => clearInterval(dripping));
  return socket;
}

/** @returns what was received until the server closed the connection, and after how many milliseconds */
async function cutOff(beginning: string): Promise<{ answer: string; after: number }> {
  const started = Date.now();
  const socket = drip(url, beginning);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  // Not `once`, which throws where the last byte meets a connection that is closed already.
  await new Promise((resolve) => socket.on('close', resolve));
  return { answer, after: Date.now() - started };
}

let url: string;
beforeAll(async () => {
  url = await listening({ headers: 300, json: 500, body: 1_500 });
});

describe('a slow client', () => {
  it('that drips headers is cut off with a problem document', async () => {
    const { answer } = await cutOff(HEADERS);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toContain('"code":"request_timeout"');
  });

  it('that drips JSON is cut off, later', async () => {
    const { answer, after } = await cutOff(`${headOf('/forms/json', 'application/json')}{`);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toMatch(/"code":"request_timeout",.*"instance":"\/forms\/json"/);
    expect(after).toBeGreaterThan(450);
  });

  it('that drips a form is cut off last', async () => {
    const { answer, after } = await cutOff(`${headOf('/forms', 'multipart/form-data; boundary=x')}--x`);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(after).toBeGreaterThan(1_200);
  });

  it('that connects and says nothing is cut off', async () => {
    await expect(cutOff('')).resolves.toBeDefined();
  });

  it.each([0, 40])(
    'that reads no more of its answer after %i pieces is cut off, and one that goes on reading has all of it',
    async (most) => {
      const hurried = await listening({ headers: 5_000, json: 5_000, body: 5_000, idle: 1_500 });
      const get = 'GET /forms/long HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
      const stopping = connect(Number(new URL(hurried).port), '127.0.0.1');
      let pieces = 0;
      stopping.on('data', () => ++pieces >= most && stopping.pause()).write(get);
      if (most === 0) stopping.pause();
      const reading = connect(Number(new URL(hurried).port), '127.0.0.1');
      let read = 0;
      reading.on('data', ({ length }) => {
        read += length;
        reading.pause();
        setImmediate(() => reading.resume());
      });
      reading.write(get);
      const server = applications.at(-1)!.getHttpServer();
      const open = () => new Promise<number>((resolve) => server.getConnections((_: unknown, count: number) => resolve(count)));
      await expect.poll(open, { interval: 5 }).toBeGreaterThan(0);
      await expect.poll(open, { interval: 20 }).toBe(0);
      stopping.destroy();
      await expect.poll(() => read).toBeGreaterThan(LONG);
    },
  );

  it('does not delay other clients', async () => {
    const patient = await listening({ headers: 60_000, json: 60_000, body: 60_000 });
    const slow = Array.from({ length: 50 }, () => drip(patient, HEADERS));
    await Promise.all(slow.map((socket) => once(socket, 'connect')));
    expect((await fetch(`${patient}/health/live`)).status).toBe(200);
    expect(slow.filter((socket) => socket.destroyed)).toEqual([]);
    for (const socket of slow) socket.destroy();
  });
});
