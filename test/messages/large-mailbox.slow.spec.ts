import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ConnectionSettings } from '#contexts/connections';
import { DOVECOT_INSTALLED, Mailbox } from '../support/mailbox.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';
import { mailOf } from './mails.js';
import { TappedLine } from './tapped-line.js';

const [MAILS, UNREAD, OURS] = [50_000, 2_000, 20];
const address = 'found@hotel.example';
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 100_000, interval: 200 });

describe.runIf(DOVECOT_INSTALLED)('a mailbox with 50,000 mails, most of them of others', () => {
  let mailbox: Mailbox;
  let line: TappedLine;
  let service: TestService;
  let worker: INestApplicationContext;
  let path: string;
  const owner = 'owner@guest.example';
  const replies = async () => {
    const { body } = await service.call('GET', path);
    return body.filter(({ kind }: { kind: string }) => kind === 'reply').map(({ text }: { text: string }) => text);
  };
  const ours = (text: string) => mailbox.deliver(mailOf({ from: owner, to: address, text }));
  /** Waits until it was read twice more, and gives what was said meanwhile. */
  const nextReadings = async () => {
    const begun = line.said.length;
    const before = line.count('LOGOUT');
    await eventually(() => expect(line.count('LOGOUT')).toBeGreaterThan(before + 2));
    return line.said.slice(begun);
  };

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    line = await TappedLine.to(mailbox.port);
    const longAgo = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000);
    const others = mailOf({ from: 'shop@news.example', to: address, text: 'Buy now. '.repeat(100), id: 'news' });
    mailbox.fill(MAILS - UNREAD, others, longAgo);
    ours('Before the connection');
    for (let count = 1; count < UNREAD; count++) {
      if (count % (UNREAD / OURS) === 0) ours(`Answer ${count}`);
      else mailbox.deliver(others);
    }
    service = await startService({ connections: new ConnectionSettings({ urls: { mail: line.url }, mailInterval: 500 }) });
    path = `/items/${(await service.item(await service.location(), { owner: { contactEmail: owner } })).ID}/messages`;
    const { user, password } = mailbox;
    const settings = { address, host: 'imap.hotel.example', security: 'none', user, password };
    await service.call('POST', '/connections', { provider: 'mail', name: 'Post', settings });
    worker = await startWorker(service.options);
  }, 120_000);
  afterAll(async () => {
    await worker?.close();
    await service?.stop();
    await line?.close();
    await mailbox?.stop();
  });

  it('is read at first as far as mails are new and unread, by their heads, in steps, and what is of others stays unread', async () => {
    await eventually(async () => expect(await replies()).toHaveLength(OURS));
    await nextReadings();
    // One more for each conversation of half a minute.
    expect(line.count('UID SEARCH')).toBeLessThanOrEqual(MAILS / 5_000 + 3);
    expect(line.said.filter((one) => /^UID FETCH \d+ \(UID BODY\.PEEK\[HEADER\]/.test(one))).toHaveLength(UNREAD);
    expect(line.said.filter((one) => /^UID FETCH \d+ \(UID BODY\.PEEK\[\]/.test(one))).toHaveLength(OURS);
    expect(line.count('UID STORE')).toBe(OURS);
    expect(mailbox.kept().filter(({ seen }) => !seen)).toHaveLength(UNREAD - OURS);
  }, 120_000);

  it('is asked each time for what is new alone, and gives that', async () => {
    const commands = await nextReadings();
    expect(new Set(commands.map((command) => command.split(' ')[0]))).toEqual(new Set(['LOGIN', 'SELECT', 'LOGOUT']));
    const [searched, fetched] = [line.count('UID SEARCH'), line.count('UID FETCH')];
    ours('A new one');
    await eventually(async () => expect(await replies()).toContain('A new one'));
    await nextReadings();
    expect([line.count('UID SEARCH') - searched, line.count('UID FETCH') - fetched]).toEqual([1, 2]);
  }, 120_000);

  it('is read anew in steps where its numbers begin anew, worker after worker, and nothing is taken twice', async () => {
    await worker.close();
    await mailbox.renumber();
    ours('With other numbers');
    const [searched, fetched] = [line.count('UID SEARCH'), line.count('UID FETCH')];
    for (let read = 1; read < 4; read++) {
      worker = await startWorker(service.options);
      await eventually(() => expect(line.count('UID FETCH') - fetched).toBeGreaterThan(read * 200));
      await worker.close();
    }
    worker = await startWorker(service.options);
    await eventually(async () => expect(await replies()).toContain('With other numbers'));
    await nextReadings();
    expect((await replies()).length).toBe(OURS + 2);
    // What each worker had read it read no more, but for the last mail; each had a search for the step that it was in.
    expect(line.count('UID FETCH') - fetched).toBeLessThanOrEqual(UNREAD - OURS + 2 + 3);
    expect(line.count('UID SEARCH') - searched).toBeLessThanOrEqual(MAILS / 5_000 + 1 + 3);
    expect(mailbox.kept().filter(({ seen }) => !seen)).toHaveLength(UNREAD - OURS);
  }, 120_000);
});
