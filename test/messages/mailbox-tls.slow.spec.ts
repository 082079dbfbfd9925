import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Installation } from '../faults/support/installation.js';
import { DOVECOT_INSTALLED, Mailbox } from '../support/mailbox.js';
import type { Program } from '../support/program.js';
import { mailOf } from './mails.js';
import { TappedLine } from './tapped-line.js';

const owner = 'owner@guest.example';
const address = 'found@hotel.example';
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 55_000, interval: 100 });

describe.runIf(DOVECOT_INSTALLED)('a mailbox that is read by TLS', () => {
  let mailbox: Mailbox;
  let line: TappedLine;
  let otherName: TappedLine;
  let service: Installation;
  let worker: Program;
  let itemID: number;
  let answers = 0;

  beforeAll(async () => {
    mailbox = await Mailbox.start({ tls: true });
    line = await TappedLine.to(mailbox.port);
    otherName = await TappedLine.to(mailbox.tlsPort, '127.0.0.2');
    service = await Installation.begin({ MAIL_INTERVAL: '1s' });
    const item = { item: 'Key', location: 'Bar', departuredDate: '2026-11-20 11:00:00', locationID: 'demo:1', shipping: {} };
    const { body } = await service.call('POST', '/items', { ...item, owner: { contactEmail: owner } });
    itemID = (body as { ID: number }).ID;
    await service.call('POST', '/connections', { provider: 'mail', name: 'Post', settings: settings('tls') });
  });
  afterEach(() => worker?.stop());
  afterAll(async () => {
    await service?.end();
    await line?.close();
    await otherName?.close();
    await mailbox?.stop();
  });

  const settings = (security: string) => {
    const { user, password } = mailbox;
    return { address, host: 'imap.hotel.example', security, user, password };
  };
  const tls = () => `imaps://127.0.0.1:${mailbox.tlsPort}`;
  /** A worker begins to read it, and an answer comes. @param trusts whether it is told of the certificate */
  async function reading(security: string, url: string, trusts: boolean): Promise<string> {
    const text = `Answer ${++answers}`;
    mailbox.deliver(mailOf({ from: owner, to: address, text }));
    await service.call('PUT', '/connections/1', { name: 'Post', settings: settings(security) });
    const authority: Record<string, string> = trusts ? { NODE_EXTRA_CA_CERTS: mailbox.certificate } : {};
    worker = await service.worker({ CONNECTION_URLS: JSON.stringify({ mail: url }), ...authority });
    return text;
  }
  const replies = async () => {
    const { body } = await service.call('GET', `/items/${itemID}/messages`);
    return (body as { text: string }[]).map(({ text }) => text);
  };
  const isTaken = (text: string) => eventually(async () => expect(await replies()).toContain(text));
  const fails = (text: string, sentence: string) =>
    eventually(async () => {
      const { body } = await service.call('GET', '/connections/1');
      expect(body).toMatchObject({ status: 'failing', lastError: expect.stringContaining(sentence) });
      expect(await replies()).not.toContain(text);
    });

  it('is read where an authority that is trusted has signed its certificate, for its name', async () => {
    await fails(await reading('tls', tls(), false), 'nobody known has signed its certificate');
    await worker.stop();
    await fails(await reading('tls', otherName.url.replace('imap:', 'imaps:'), true), 'its certificate is for another name');
    expect(otherName.said.join()).not.toContain(mailbox.password);
    await worker.stop();
    await isTaken(await reading('tls', tls(), true));
  });

  it('by STARTTLS is signed in at behind it alone', async () => {
    await fails(await reading('starttls', line.url, false), 'nobody known has signed its certificate');
    await worker.stop();
    await isTaken(await reading('starttls', line.url, true));
    expect(line.said[0]).toBe('STARTTLS');
  });

  it.each([
    ['says that there is none', (tag: string) => `${tag} BAD unknown command\r\n`, 'offers no STARTTLS'],
    ['goes on in clear', (tag: string) => `${tag} OK begin now\r\n`, 'does not speak TLS'],
    ['adds to its answer', (tag: string) => `${tag} OK\r\n* PREAUTH\r\na2 OK\r\n`, 'does not speak TLS'],
  ])('is not told the password by a line on which somebody %s instead of STARTTLS', async (_, answer, sentence) => {
    line.answer = (tag, command) => (command === 'STARTTLS' ? answer(tag) : null);
    await fails(await reading('starttls', line.url, true), sentence);
  });

  it('is never told it where that was to be encrypted', () => {
    expect(line.said.length).toBeGreaterThan(5);
    expect(line.said.filter((said) => said.includes(mailbox.password) || said.includes('LOGIN'))).toEqual([]);
  });
});
