import { once } from 'node:events';
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

async function listen(trustedProxies: number): Promise<void> {
  app = await createHttpApplication(routes(), { log: pino({ level: 'silent' }), connections: 12, trustedProxies });
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
