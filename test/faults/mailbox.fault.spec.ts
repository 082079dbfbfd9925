import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mailOf } from '../messages/mails.js';
import { TappedLine } from '../messages/tapped-line.js';
import { DOVECOT_INSTALLED, Mailbox } from '../support/mailbox.js';
import { Installation } from './support/installation.js';
import { between } from './support/seed.js';

const [ITEMS, EACH, OTHERS] = [4, 40, 100];
const MAIL = /^UID FETCH \d+ \(UID BODY\.PEEK\[\]/;
/** What a worker is killed over: a mail that it asks for, one that it has taken and marks as read, any command. */
const STEPS = [MAIL, /^UID STORE/, /./, /^UID STORE/];

describe.runIf(DOVECOT_INSTALLED)('a worker that reads a mailbox', () => {
  let mailbox: Mailbox;
  let line: TappedLine;
  let service: Installation;
  beforeAll(async () => {
    mailbox = await Mailbox.start();
    line = await TappedLine.to(mailbox.port);
    service = await Installation.begin({ CONNECTION_URLS: JSON.stringify({ mail: line.url }), MAIL_INTERVAL: '1s' });
  });
  afterAll(async () => {
    await service?.end();
    await line?.close();
    await mailbox?.stop();
  });

  const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 180_000, interval: 100 });

  it('may be killed anywhere: each mail is taken once, and none is lost', async () => {
    const owners = Array.from({ length: ITEMS }, (_, index) => `owner${index}@guest.example`);
    const ids: number[] = [];
    for (const contactEmail of owners) {
      const item = { item: 'Key', location: 'Bar', departuredDate: '2026-11-20 11:00:00', locationID: 'demo:1', shipping: {} };
      const { body } = await service.call('POST', '/items', { ...item, owner: { contactEmail } });
      ids.push((body as { ID: number }).ID);
    }
    const address = 'found@hotel.example';
    const texts = owners.map((_, owner) => Array.from({ length: EACH }, (__, mail) => `Answer ${owner}-${mail}`));
    for (let mail = 0; mail < EACH; mail++) {
      for (const [owner, from] of owners.entries()) mailbox.deliver(mailOf({ from, to: address, text: texts[owner]![mail]! }));
      mailbox.deliver(mailOf({ from: 'shop@news.example', to: address, text: 'Buy now' }));
    }
    for (let mail = EACH; mail < OTHERS; mail++) mailbox.deliver(mailOf({ from: 'shop@news.example', to: address, text: 'Buy' }));
    const settings = { address, host: 'imap.hotel.example', security: 'none', user: mailbox.user, password: mailbox.password };
    await service.call('POST', '/connections', { provider: 'mail', name: 'Post', settings });

    for (const step of STEPS) {
      const worker = await service.worker();
      let more = between(3, 20);
      await new Promise<void>((reached) => {
        line.answer = (_, command) => {
          if (!step.test(command) || --more > 0) return null;
          reached();
          // It waits for an answer that never comes.
          return '';
        };
      });
      await worker.kill();
      line.answer = () => null;
    }
    await service.worker();
    const repliesTo = async (id: number) => {
      const { body } = await service.call('GET', `/items/${id}/messages`);
      const replies = (body as { kind: string; text: string }[]).filter(({ kind }) => kind === 'reply');
      return replies.map(({ text }) => text).sort();
    };
    await eventually(async () => expect(await Promise.all(ids.map(repliesTo))).toEqual(texts.map((all) => [...all].sort())));
    await eventually(() => {
      const kept = mailbox.kept().map(({ text, seen }) => [text.includes('Answer '), seen]);
      expect(kept.filter(([isOurs, seen]) => isOurs !== seen)).toEqual([]);
    });
    expect(mailbox.kept()).toHaveLength(ITEMS * EACH + OTHERS);
  });
});
