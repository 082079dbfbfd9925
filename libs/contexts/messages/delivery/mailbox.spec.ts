import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, it } from 'vitest';
import { folderMailer, smtpMailer } from './mail.js';
import { folderGateway, httpGateway } from './sms.js';

describe('the development mailbox', () => {
  const parent = mkdtempSync(join(tmpdir(), 'mailbox-'));
  const folder = join(parent, 'mail');
  afterAll(() => rmSync(parent, { recursive: true }));

  it('keeps emails and short messages as files that only their owner reads', async () => {
    const email = {
      to: 'anna@example.com',
      subject: 'Grüße',
      text: 'Regenschirm',
      html: '<p>Regenschirm</p>',
      id: 'item-1-7-1',
      language: 'de',
    };
    await folderMailer(folder, 'Lost <lost@hotel.example>').send(email);
    await folderGateway(folder).send({ to: '+31612345678', text: 'Schirm', id: 'item-1-8-1' });
    expect(readdirSync(folder).sort()).toEqual(['item-1-7-1.eml', 'item-1-8-1.sms.txt']);
    expect(statSync(join(folder, 'item-1-7-1.eml')).mode & 0o777).toBe(0o600);
    const read = await PostalMime.parse(readFileSync(join(folder, 'item-1-7-1.eml')));
    expect(read).toMatchObject({
      subject: 'Grüße',
      messageId: '<item-1-7-1@hotel.example>',
      to: [{ address: 'anna@example.com' }],
    });
  });
});

const EMAIL = { to: 'anna@guest.example', subject: 'Umbrella', text: 'x', html: 'x', id: 'item-1-7-1', language: 'en' };

describe('a mail server that fails', () => {
  /** What becomes of a mail to a server that breaks off behind a command, or behind the content, and knows only `copy@…`. */
  async function sent(breaksAt: RegExp | null, email: object = {}) {
    const server = createTcpServer((socket) => {
      let isContent = false;
      socket.on('error', () => undefined).write('220 mx.example\r\n');
      createInterface(socket).on('line', (line) => {
        if (breaksAt?.test(line)) socket.destroy();
        else if (isContent) {
          if (line === '.') isContent = false;
          if (!isContent) socket.write('250 taken\r\n');
        } else if (line === 'DATA') {
          isContent = true;
          socket.write('354 go on\r\n');
        } else socket.write(/^RCPT(?!.*<copy@)/.test(line) && breaksAt === null ? '550 5.1.1 unknown\r\n' : '250 yes\r\n');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'lost@hotel.example', 'hotel.example');
    const { outcome, error } = await mailer.send({ ...EMAIL, ...email });
    mailer.close();
    server.close();
    return [outcome, error];
  }

  it.each([
    ['the recipient', /^RCPT/, ['again', 'connection']],
    ['asking for the content', /^DATA/, ['again', 'connection']],
    ['the content, which it may have taken', /^\.$/, ['unknown', 'unanswered']],
  ])('that breaks off behind %s', async (_what, breaksAt, outcome) => expect(await sent(breaksAt)).toEqual(outcome));

  it('that takes a copy alone has refused the recipient', async () => {
    expect(await sent(null, { cc: ['copy@hotel.example'] })).toEqual(['never', 'recipient_refused']);
    expect(await sent(null, { to: 'anna@münchen.example', cc: ['copy@hotel.example'] })).toEqual(['never', 'recipient_refused']);
    expect(await sent(null, { to: 'copy@hotel.example', cc: ['other@hotel.example'] })).toEqual(['sent', null]);
  });
});

describe('headers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'headers-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const raw = async (email: object, from = 'lost@hotel.example') => {
    await folderMailer(folder, from).send({ ...EMAIL, ...email });
    return readFileSync(join(folder, 'item-1-7-1.eml'), 'utf8').replaceAll(/\r\n[ \t]/g, ' ');
  };

  it.each([
    ['frontdesk.ams@example.com', 'frontdesk.ams@example.com'],
    ['lost+found&co?@example.com', 'lost%2Bfound%26co%3F@example.com'],
    ['"a@b c"@example.com', '%22a%40b%20c%22@example.com'],
  ])('the way to unsubscribe of %s is a link of RFC 6068', async (unsubscribe, written) => {
    expect(await raw({ unsubscribe })).toContain(`List-Unsubscribe: <mailto:${written}?subject=unsubscribe>\r\n`);
  });

  it.each([
    ['Hotel "Zur Post", Köln <lost@hotel.example>', 'Hotel "Zur Post", Köln'],
    ['"Müller, Söhne" <lost@hotel.example>', 'Müller, Söhne'],
    ['lost@hotel.example', ''],
  ])('a sender has its name as it is: %s', async (from, name) => {
    const { from: read, messageId } = await PostalMime.parse(await raw({}, from));
    expect([read, messageId]).toEqual([{ address: 'lost@hotel.example', name }, '<item-1-7-1@hotel.example>']);
  });

  it('names of the hotel are no list of addresses, whatever signs they have', async () => {
    const senderName = 'Hôtel "Le Lac"; <Spa>, Genève';
    const read = await PostalMime.parse(
      await raw({ senderName, replyTo: 'desk@hotel.example', cc: ['a@hotel.example', 'b@hotel.example'] }),
    );
    expect(read.from).toEqual({ name: senderName, address: 'lost@hotel.example' });
    expect(read.replyTo).toEqual([{ name: senderName, address: 'desk@hotel.example' }]);
    expect(read.cc?.map(({ address }) => address)).toEqual(['a@hotel.example', 'b@hotel.example']);
  });

  it('what follows refers to the first mail of its conversation', async () => {
    const read = await PostalMime.parse(await raw({ follows: 'item-1-7-0' }));
    expect([read.inReplyTo, read.references]).toEqual(['<item-1-7-0@hotel.example>', '<item-1-7-0@hotel.example>']);
  });
});

describe('a mail server', () => {
  it.each([
    ['lost.example', 'lost@hotel.example', '', 'lost.example'],
    ['localhost', 'Lost <lost@hotel.example>', '', 'hotel.example'],
    ['127.0.0.1', 'lost@hotel.example', '', 'hotel.example'],
    ['api', 'lost@localhost', '', 'localhost.localdomain'],
    ['api', 'lost@fundbüro.example', '', 'xn--fundbro-r2a.example'],
    ['lost.example', 'lost@hotel.example', '?name=mx.hotel.example', 'mx.hotel.example'],
  ])('is told a name that means something: host %s, sender %s%s', async (host, from, query, name) => {
    const said: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        said.push(String(session.hostNameAppearsAs));
        stream.resume().on('end', () => done());
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const mailer = smtpMailer(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}/${query}`, from, host);
    expect(await mailer.send(EMAIL)).toMatchObject({ outcome: 'sent' });
    mailer.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect(said).toEqual([name]);
  });
});

describe('an SMS gateway', () => {
  it.each([
    [200, 'sent', null],
    [400, 'never', 'refused'],
    [401, 'again', 'authentication'],
    [429, 'again', 'temporary'],
    [408, 'again', 'temporary'],
    [500, 'unknown', 'unanswered'],
    [503, 'unknown', 'unanswered'],
    [504, 'unknown', 'unanswered'],
  ])('that answers %d has it %s', async (status, outcome, error) => {
    let authorization: string | undefined;
    const server = createServer((request, response) => {
      authorization = request.headers.authorization;
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const result = await httpGateway(`http://me:s%40fe@127.0.0.1:${port}/?to={to}&text={text}`).send({
      to: '+31',
      text: 'a & b',
      id: '1',
    });
    server.close();
    expect(result).toEqual({ outcome, error, responseCode: status });
    expect(authorization).toBe(`Basic ${Buffer.from('me:s@fe').toString('base64')}`);
  });

  it.each([
    [':key', ':key'],
    ['me:50%off', 'me:50%off'],
  ])('is told the user part %s as it is', async (userPart, told) => {
    let authorization: string | undefined;
    const server = createServer((request, response) => {
      authorization = request.headers.authorization;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await httpGateway(`http://${userPart}@127.0.0.1:${port}/{to}?{text}`).send({ to: '+31', text: 'x', id: '1' });
    await new Promise((resolve) => server.close(resolve));
    expect(authorization).toBe(`Basic ${Buffer.from(told).toString('base64')}`);
  });

  it.each([
    ['+44 07911 123456', '+447911123456'],
    ['+39 06 1234567', '+39061234567'],
    ['+ 49 170 1234567', '+491701234567'],
  ])('dials %s as %s', async (to, dialled) => {
    let asked: string | undefined;
    const server = createServer((request, response) => {
      asked = request.url;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await httpGateway(`http://127.0.0.1:${port}/{to}`).send({ to, text: 'x', id: '1' });
    await new Promise((resolve) => server.close(resolve));
    expect(asked).toBe(`/${encodeURIComponent(dialled)}`);
  });

  it('that is not there is asked later, and one that breaks off may have sent it', async () => {
    const server = createServer((request) => void request.socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const gateway = httpGateway(`http://127.0.0.1:${port}/?to={to}&text={text}`);
    const sms = { to: '+31', text: 'x', id: '1' };
    expect(await gateway.send(sms)).toMatchObject({ outcome: 'unknown' });
    await new Promise((resolve) => server.close(resolve));
    expect(await gateway.send(sms)).toMatchObject({ outcome: 'again', error: 'connection' });
  });
});
