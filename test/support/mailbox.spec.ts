import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOVECOT_INSTALLED, Mailbox } from './mailbox.js';

const MAIL =
  'From: anna@example.com\nTo: lost+token@example.com\nMessage-ID: <one@example.com>\nSubject: Re: Umbrella\n\nIt is mine.\n';

/** The server's answers to commands, one after the other. */
async function said(socket: Socket, ...commands: string[]): Promise<string> {
  let text = '';
  socket.on('data', (data) => (text += data));
  const until = async (mark: string) => {
    while (!text.includes(mark)) await new Promise((resolve) => socket.once('data', resolve));
  };
  await until('* OK');
  for (const [index, command] of commands.entries()) {
    socket.write(`a${index} ${command}\r\n`);
    await until(`a${index} `);
  }
  socket.destroy();
  return text;
}

describe.runIf(DOVECOT_INSTALLED)('A mailbox', () => {
  let mailbox: Mailbox;
  beforeAll(async () => {
    mailbox = await Mailbox.start({ tls: true });
  });
  afterAll(() => mailbox.stop());

  it('keeps mails unread until somebody reads them, for its user alone', async () => {
    const plain = () => connect(mailbox.port, '127.0.0.1');
    mailbox.deliver(MAIL);
    mailbox.deliver(MAIL.replace('one@', 'two@'));
    const login = `LOGIN ${mailbox.user} ${mailbox.password}`;
    expect(await said(plain(), `LOGIN ${mailbox.user} wrong`)).toContain('AUTHENTICATIONFAILED');
    const found = await said(plain(), login, 'SELECT INBOX', 'SEARCH UNSEEN', 'FETCH 1 BODY[TEXT]', 'LOGOUT');
    expect(found).toContain('* SEARCH 1 2');
    expect(found).toContain('It is mine.');
    expect(mailbox.kept().map(({ text, seen }) => [text.includes('<one@'), seen])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it('is reached by TLS too, with a certificate that is trusted by who is told of it', async () => {
    const secure = connectSecurely({ port: mailbox.tlsPort, host: '127.0.0.1', ca: readFileSync(mailbox.certificate) });
    expect(await said(secure, 'NOOP')).toContain('a0 OK');
    expect(await said(connect(mailbox.port, '127.0.0.1'), 'CAPABILITY')).toContain('STARTTLS');
  });

  it('goes away, and is back with what came meanwhile', async () => {
    await mailbox.away();
    const [refused] = await once(connect(mailbox.port, '127.0.0.1'), 'error');
    expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
    mailbox.deliver(MAIL.replace('one@', 'three@'));
    await mailbox.resume();
    expect(mailbox.kept()).toHaveLength(3);
  });
});
