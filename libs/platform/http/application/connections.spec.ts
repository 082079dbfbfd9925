import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { routes } from '../../../../test/support/routes.js';
import { createHttpApplication } from '../index.js';

const REQUEST = 'GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n';

let app: NestExpressApplication;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

/** Opens so many connections one after the other. @returns how many of them are answered */
async function open(count: number): Promise<number> {
  const port = Number(new URL(await app.getUrl()).port);
  let answered = 0;
  for (let n = 0; n < count; n++) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    socket.write(REQUEST);
    if (await Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])) answered++;
  }
  return answered;
}

async function listen(trustedProxies: number, connections = 12, headers = 10_000): Promise<void> {
  const timeouts = { headers, json: 10_000, body: 10_000 };
  app = await createHttpApplication(routes(), { log: pino({ level: 'silent' }), connections, trustedProxies, timeouts });
  await app.listen(0, '127.0.0.1');
}

it('a client network has at most half of all connections, and new ones when it closes some', async () => {
  await listen(0);
  expect(await open(8)).toBe(6);
  const [first, second] = sockets;
  await Promise.all([first, second].map((socket) => once(socket!.destroy(), 'close')));
  await expect.poll(() => open(1)).toBe(1);
});

it('proxies have them all', async () => {
  await listen(1);
  expect(await open(14)).toBe(12);
});

it.skipIf(process.platform !== 'linux')('nobody has to try again who connects while the process is busy', async () => {
  await listen(0, 4_000);
  const port = Number(new URL(await app.getUrl()).port);
  for (let n = 0; n < 1_000; n++) sockets.push(connect(port, '127.0.0.1').on('error', () => undefined));
  // Node connects in the ticks in front of this one: until then it has let nobody in.
  await new Promise(process.nextTick);
  expect(connectionsTo(port)).toEqual({ [ESTABLISHED]: 1_000 });
});

it.each([
  ['408', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: '],
  ['400', 'nothing like HTTP\r\n\r\n'],
  ['431', `GET / HTTP/1.1\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`],
])('connections that were answered %s are gone soon, though their clients keep their side open', async (status, beginning) => {
  await listen(0, 4_000, 500);
  const port = Number(new URL(await app.getUrl()).port);
  const answers = Array.from({ length: 1_500 }, async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
    sockets.push(socket);
    socket.write(beginning);
    const [answer] = await once(socket, 'data');
    return String(answer).slice(9, 12);
  });
  expect(new Set(await Promise.all(answers))).toEqual(new Set([status]));
  const count = () => new Promise((resolve) => app.getHttpServer().getConnections((_, n) => resolve(n)));
  await expect.poll(count, { timeout: 3_000 }).toBe(0);
  expect(await open(1)).toBe(1);
});

const ESTABLISHED = '01';

/** How many connections to the port are in each state, as Linux knows them. */
function connectionsTo(port: number): Record<string, number> {
  const to = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const states: Record<string, number> = {};
  for (const [, , remote, state] of lines) if (remote === to) states[state!] = (states[state!] ?? 0) + 1;
  return states;
}
