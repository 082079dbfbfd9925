import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ConnectionSettings } from '#contexts/connections';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';
import { ImapServer, type OddMailbox } from './imap-server.js';
import { mailOf } from './mails.js';

const GIGABYTES = 2 ** 31;
const LATE = 'The mail server did not answer within 10 s';
const SECRET = 'mailbox-password';

/** What goes wrong at each mailbox, and the sentence that its connection has for it. */
const FAULTS: Record<string, { at: OddMailbox['at']; sentence: string; security?: string }> = {
  'silent after the login': { at: { SELECT: () => undefined }, sentence: LATE },
  'silent at the search': { at: { 'UID SEARCH': () => undefined }, sentence: LATE },
  'silent at the mail': { at: { 'UID FETCH': () => undefined }, sentence: LATE },
  'silent in the mail': {
    at: { 'UID FETCH': (say) => say('* 1 FETCH (UID 1 BODY[HEADER]<0> {4000}\r\nFrom: ') },
    sentence: LATE,
  },
  'silent behind STARTTLS': { at: {}, sentence: LATE, security: 'starttls' },
  'a byte at a time': {
    at: { SELECT: (say, _tag, socket) => slowly(socket, say, '*'), LOGIN: (say, tag) => say(`${tag} OK\r\n`) },
    sentence: LATE,
  },
  'a line at a time, and never the last': {
    at: { 'UID FETCH': (say, _tag, socket) => slowly(socket, say, '* 1 EXISTS\r\n') },
    sentence: LATE,
  },
  'gone in the middle of the mail': {
    at: {
      'UID FETCH': (say, _tag, socket) => {
        say('* 1 FETCH (UID 1 BODY[HEADER]<0> {4000}\r\nFrom: ');
        socket.end();
      },
    },
    sentence: 'The mail server closed the connection',
  },
  'a literal of 2 GB': {
    at: { 'UID FETCH': (say) => say(`* 1 FETCH (UID 1 BODY[HEADER]<0> {${GIGABYTES}}\r\n`) },
    sentence: 'The mail server said too much at once',
  },
  'words without an end': {
    at: { SELECT: (say) => say(`* OK ${'x'.repeat(1024)}\r\n`.repeat(3_000)) },
    sentence: 'The mail server said too much at once',
  },
  'empty lines without an end': {
    at: { SELECT: (say) => say('\r\n'.repeat(1_000_000)) },
    sentence: 'The mail server said too much at once',
  },
  'a line without an end': {
    at: { SELECT: (say) => say('x'.repeat(3_000_000)) },
    sentence: 'The mail server said too much at once',
  },
  'no numbers': {
    at: { SELECT: (say, tag) => say(`* 1 EXISTS\r\n${tag} OK\r\n`) },
    sentence: 'The mail server does not number the mails of the folder',
  },
  'a number that none has': {
    at: { SELECT: (say, tag) => say(`* OK [UIDVALIDITY 7]\r\n* OK [UIDNEXT ${'9'.repeat(30)}]\r\n${tag} OK\r\n`) },
    sentence: 'The mail server does not number the mails of the folder',
  },
  'another password': {
    at: { LOGIN: (say, tag) => say(`${tag} NO [AUTHENTICATIONFAILED] not ${SECRET}\r\n`) },
    sentence: 'The mail server refused user and password: [AUTHENTICATIONFAILED] not ••••',
  },
  'no folder': {
    at: { SELECT: (say, tag) => say(`${tag} NO [NONEXISTENT] gone\r\n`) },
    sentence: 'The mail server has no folder INBOX: [NONEXISTENT] gone',
  },
  'no search': {
    at: { 'UID SEARCH': (say, tag) => say(`${tag} BAD what\r\n`) },
    sentence: 'The mail server did not search the folder: what',
  },
  'a mail that it does not give': {
    at: { 'UID FETCH': (say, tag) => say(`${tag} NO [SERVERBUG] broken\r\n`) },
    sentence: 'The mail server did not give a mail: [SERVERBUG] broken',
  },
};

const slowly = (socket: { closed: boolean }, say: (text: string) => void, text: string) => {
  const going = setInterval(() => (socket.closed ? clearInterval(going) : say(text)), 50);
};

let imap: ImapServer;
let service: TestService;
let worker: INestApplicationContext;
const mailboxes: Record<string, OddMailbox> = {};
const items: Record<string, number> = {};
const connections: Record<string, number> = {};
const mailboxOf = (name: string): OddMailbox => ({
  mail: mailOf({ from: addressOf(name), to: 'found@hotel.example', text: 'It is mine' }),
  ...FAULTS[name],
});
const addressOf = (name: string) => `${name.replaceAll(/\W+/g, '-')}@guest.example`;

beforeAll(async () => {
  const users = [...Object.keys(FAULTS), 'well', 'well too', 'marks nothing', 'says no goodbye'];
  for (const name of users) mailboxes[name] = mailboxOf(name);
  mailboxes['marks nothing']!.at = { 'UID STORE': (say, tag) => say(`${tag} NO [READ-ONLY] no\r\n`) };
  mailboxes['says no goodbye']!.at = { LOGOUT: (_say, _tag, socket) => socket.destroy() };
  imap = await ImapServer.open(mailboxes);
  service = await startService({ connections: new ConnectionSettings({ urls: { mail: imap.url }, mailInterval: 3_000 }) });
  for (const user of users) {
    const locationID = await service.location();
    items[user] = (await service.item(locationID, { owner: { contactEmail: addressOf(user) } })).ID;
    const { security = 'none' } = FAULTS[user] ?? {};
    const settings = { address: 'found@hotel.example', host: 'imap.hotel.example', security, user, password: SECRET };
    const body = { provider: 'mail', name: user, locationIDs: [locationID], settings };
    connections[user] = (await service.call('POST', '/connections', body)).body.ID;
  }
  worker = await startWorker(service.options);
});
afterAll(async () => {
  await worker?.close();
  await service?.stop();
  await imap?.close();
});

const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 100_000, interval: 300 });
const connection = async (user: string) => (await service.call('GET', `/connections/${connections[user]}`)).body;
const replies = async (user: string) =>
  (await service.call('GET', `/items/${items[user]}/messages`)).body.filter(({ kind }: { kind: string }) => kind === 'reply');

it('a mail server that is slow, silent or lies has its connection fail with a sentence that helps, and takes nothing', async () => {
  const sentences = Object.entries(FAULTS).map(([user, { sentence }]) => [user, 'failing', sentence]);
  const said = async ([user]: string[]) => {
    const { status, lastError } = await connection(user!);
    return [user, status, lastError];
  };
  await eventually(async () => expect(await Promise.all(sentences.map(said))).toEqual(sentences));
  for (const user of Object.keys(FAULTS)) {
    expect([user, await replies(user), imap.of(user).filter((command) => command.startsWith('UID STORE'))]).toEqual([
      user,
      [],
      [],
    ]);
  }
  expect(imap.said.some(({ user, command }) => user === '' && command.includes(SECRET))).toBe(false);
}, 120_000);

it('other mailboxes are read meanwhile, again and again', async () => {
  await eventually(async () => expect(await replies('well')).toMatchObject([{ text: 'It is mine' }]));
  await eventually(() => expect(imap.of('well').filter((command) => command === 'LOGOUT').length).toBeGreaterThan(1));
  expect(imap.of('well').filter((command) => command.startsWith('UID STORE'))).toEqual(['UID STORE 1 +FLAGS.SILENT (\\Seen)']);
  expect(await connection('well')).toMatchObject({ status: 'ok', lastError: null });
});

it('what was read is read, whatever the server says of marking it or of the end', async () => {
  await eventually(async () => expect(await replies('marks nothing')).toHaveLength(1));
  await eventually(async () => expect(await replies('says no goodbye')).toHaveLength(1));
  await eventually(() => expect(imap.of('says no goodbye').filter((command) => command === 'LOGOUT').length).toBeGreaterThan(1));
  expect(await connection('says no goodbye')).toMatchObject({ status: 'ok' });
  expect(await connection('marks nothing')).toMatchObject({
    status: 'failing',
    lastError: 'The mail server did not mark a mail as read: [READ-ONLY] no',
  });
  // It is not read each time, but later.
  const fetched = () => imap.of('marks nothing').filter((command) => command.startsWith('UID FETCH')).length;
  await eventually(() =>
    expect(imap.of('marks nothing').filter((command) => command.startsWith('SELECT')).length).toBeGreaterThan(1),
  );
  expect(fetched()).toBe(2);
  expect(await replies('marks nothing')).toHaveLength(1);
});

it('another mailbox that numbers its mails alike is read from its beginning', async () => {
  await eventually(async () => expect(await replies('well too')).toHaveLength(1));
  const { settings, locationIDs } = await connection('well too');
  const { ID } = await service.item(locationIDs[0], { owner: { contactEmail: 'mover@guest.example' } });
  mailboxes['moved to'] = { mail: mailOf({ from: 'mover@guest.example', to: 'found@hotel.example', text: 'In the new one' }) };
  const moved = { ...settings, user: 'moved to', password: SECRET };
  await service.call('PUT', `/connections/${connections['well too']}`, { name: 'Moved', locationIDs, settings: moved });
  items['moved to'] = ID;
  await eventually(async () => expect(await replies('moved to')).toMatchObject([{ text: 'In the new one' }]));
}, 120_000);

it.each([
  ['says nothing', () => undefined],
  ['greets a byte at a time', (socket: Parameters<ImapServer['greet']>[0]) => slowly(socket, (text) => socket.write(text), '*')],
] as const)('one that %s keeps nobody waiting for longer than ten seconds', async (_, greet) => {
  imap.greet = greet;
  const begun = performance.now();
  const { body } = await service.call('POST', `/connections/${connections.well}/test`);
  expect([body, performance.now() - begun < 12_000]).toEqual([{ ok: false, error: LATE }, true]);
  expect((await service.call('GET', '/connections')).status).toBe(200);
});

it('the worker ends all the same, within the time that an answer may take', async () => {
  const begun = performance.now();
  await worker.close();
  expect(performance.now() - begun).toBeLessThan(12_000);
  worker = await startWorker(service.options);
});
