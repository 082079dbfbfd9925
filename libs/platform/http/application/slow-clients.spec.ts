import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../../../test/support/routes.js';
import { createHttpApplication } from '../index.js';

let app: NestExpressApplication;
let url: string;
beforeAll(async () => {
  app = await createHttpApplication(routes(), { log: pino({ level: 'silent' }), timeouts: { headers: 300, body: 900 } });
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});
afterAll(() => app.close());

/** Sends the beginning at once and then a byte every 50 milliseconds. @returns what was received until the connection closed */
async function drip(beginning: string): Promise<{ answer: string; after: number }> {
  const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1');
  const started = Date.now();
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  socket.write(beginning);
  const dripping = setInterval(() => beginning && socket.write('a'), 50);
  const deadline = setTimeout(() => socket.destroy(), 5_000);
  await once(socket, 'close');
  clearInterval(dripping);
  clearTimeout(deadline);
  return { answer, after: Date.now() - started };
}

describe('a slow client', () => {
  it('that drips headers is cut off with a problem document', async () => {
    const { answer, after } = await drip('GET /health/live HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toContain('"code":"request_timeout"');
    expect(after).toBeLessThan(1_500);
  });

  it('that drips a body is cut off', async () => {
    const beginning = 'POST /health/live HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{';
    const { answer, after } = await drip(beginning);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(after).toBeGreaterThan(600);
    expect(after).toBeLessThan(2_500);
  });

  it('that connects and says nothing is cut off', async () => {
    expect((await drip('')).after).toBeLessThan(1_500);
  });

  it('does not delay other clients', async () => {
    const slow = Array.from({ length: 50 }, () => drip('GET /health/live HTTP/1.1\r\nHost: a\r\nX-Slow: '));
    const started = Date.now();
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    expect(Date.now() - started).toBeLessThan(1_000);
    await Promise.all(slow);
  });
});
