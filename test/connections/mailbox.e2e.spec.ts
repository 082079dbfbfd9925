import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConnectionSettings } from '#contexts/connections';
import { AT_ONCE } from '../support/at-once.js';
import { startService, type TestService } from '../support/service.js';

const MAILBOX = {
  address: 'found@hotel.example',
  host: 'imap.hotel.example',
  user: 'found',
  password: 'pa"ss \\word',
  security: 'none',
};

/** What the mail server says to a command, without its tag; null: it closes the connection. */
let answer: (command: string) => string | null = () => 'OK';
const said: string[] = [];
let certificate: { key: string; cert: string };
const sockets = new Set<Socket>();

const server = createServer((socket) => {
  sockets.add(socket);
  socket.write('* OK ready\r\n');
  socket
    .on('error', () => undefined)
    .on('data', (chunk) => {
      const [, tag, command] = /^(\S+) (.*)\r\n/.exec(chunk.toString())!;
      said.push(command!);
      const words = answer(command!);
      if (words === null) return socket.destroy();
      const isUpgrade = command === 'STARTTLS' && words === 'OK';
      if (isUpgrade) socket.removeAllListeners('data');
      socket.write(`* something untold\r\n${tag} ${words}\r\n`);
      if (isUpgrade) new TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => undefined);
    });
});

let service: TestService;
beforeAll(async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
  certificate = { key, cert };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const urls = { mail: `imap://127.0.0.1:${(server.address() as AddressInfo).port}` };
  service = await startService({ connections: new ConnectionSettings({ urls, ...AT_ONCE }) });
  await service.call('POST', '/connections', { provider: 'mail', name: 'Post', settings: MAILBOX });
});
afterAll(async () => {
  await service?.stop();
  for (const socket of sockets) socket.destroy();
  server.close();
});

const test = async () => (await service.call('POST', '/connections/1/test')).body;

it('a mailbox is tested by signing in and looking at its folder, and nothing is changed in it', async () => {
  expect(await test()).toEqual({ ok: true, error: null });
  expect(said).toEqual(['LOGIN "found" "pa\\"ss \\\\word"', 'EXAMINE "INBOX"', 'LOGOUT']);
});

it.each([
  ['LOGIN', 'NO wrong: pa"ss \\word', 'The mail server refused user and password: wrong: ••••'],
  ['EXAMINE', 'NO [NONEXISTENT]', 'The mail server has no folder INBOX: [NONEXISTENT]'],
  ['EXAMINE', null, 'The mail server closed the connection'],
])('what it says is told without the password: %s %s', async (command, words, error) => {
  answer = (given) => (given.startsWith(command) ? words : 'OK');
  expect(await test()).toEqual({ ok: false, error });
});

it('a connection begins with TLS before anything is said, where that is wanted', async () => {
  await service.call('PUT', '/connections/1', { name: 'Post', settings: { ...MAILBOX, security: 'starttls' } });
  said.splice(0);
  answer = () => 'OK';
  expect((await test()).error).toContain('nobody known has signed its certificate');
  expect(said).toEqual(['STARTTLS']);
  answer = () => 'BAD';
  expect((await test()).error).toContain('offers no STARTTLS');
});

it('no line of it can be made of a password', async () => {
  const settings = { ...MAILBOX, password: 'x"\r\na9 DELETE INBOX' };
  const { status, body } = await service.call('PUT', '/connections/1', { name: 'Post', settings });
  expect([status, body.errors[0].field, body.errors[0].code]).toEqual([400, 'settings.password', 'invalid_format']);
});

it('a mailbox that mails are handed over to has nothing to be asked', async () => {
  await service.call('PUT', '/connections/1', { name: 'Post', settings: { address: 'found@hotel.example' } });
  expect(await test()).toEqual({ ok: true, error: null });
});
