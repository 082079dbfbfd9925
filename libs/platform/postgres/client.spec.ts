import { createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { openClient } from './open.js';

/** A message of PostgreSQL. */
function message(type: string, body: string | Buffer): Buffer {
  const content = Buffer.from(body);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}
const LET_IN = [message('R', Buffer.alloc(4)), message('Z', 'I')];
const ENDS = message('E', 'SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0');

let stop: () => unknown = () => undefined;
afterEach(() => stop());

/** A server that answers every start of a session so, and then ends. @returns its address */
async function serverThat(answers: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => void socket.on('error', () => undefined).once('data', () => answers(socket)));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  stop = () => server.close();
  const { port } = server.address() as { port: number };
  return `postgres://nobody@127.0.0.1:${port}/none?sslmode=disable`;
}

/** An error that nobody hears would be one of the whole run. */
it('a server that lets a client in and ends in one packet ends no process: the next use fails', async () => {
  const url = await serverThat((socket) => socket.end(Buffer.concat([...LET_IN, ENDS])));
  const client = await openClient(url, { limits: { connect: 5_000 } });
  client.removeAllListeners();
  await expect(client.query('select 1')).rejects.toThrow(/not queryable|terminat/);
});
