import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ConnectionSettings } from '#contexts/connections';
import { AT_ONCE } from '../support/at-once.js';
import { DOVECOT_INSTALLED, Mailbox } from '../support/mailbox.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';
import { MailServer } from './mail-server.js';
import { mailOf } from './mails.js';

const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 50_000, interval: 100 });

describe.runIf(DOVECOT_INSTALLED)('a mailbox that guests answer to', () => {
  let mailbox: Mailbox;
  let mail: MailServer;
  let service: TestService;
  let worker: INestApplicationContext;
  let path: string;
  let replyTo: string;
  const owner = 'owner@guest.example';
  const ways = () => ({ smtpUrl: mail.url, from: 'lost@service.example', smsUrl: null, folder: null, schedule: [300] });
  const settings = () => ({
    ...{ address: 'found@hotel.example', host: 'imap.hotel.example', security: 'none' },
    ...{ user: mailbox.user, password: mailbox.password },
  });
  beforeAll(async () => {
    mailbox = await Mailbox.start();
    mail = await MailServer.open(() => null);
    const connections = new ConnectionSettings({ urls: { mail: mailbox.url }, mailInterval: 300, ...AT_ONCE });
    service = await startService({ publicUrl: 'https://lost.example', connections });
    mailbox.deliver(mailOf({ from: 'shop@news.example', to: 'found@hotel.example', text: 'Buy now' }));
    await service.call('POST', '/connections', { provider: 'mail', name: 'Post', settings: settings() });
    worker = await startWorker(service.options, {}, ways());
    const { ID } = await service.item(await service.location(), { owner: { contactEmail: owner } });
    path = `/items/${ID}/messages`;
    await eventually(() => expect(mail.to(owner)).toHaveLength(1));
    replyTo = mail.to(owner)[0]!.replyTo![0]!.address!;
  });
  afterAll(async () => {
    await worker?.close();
    await service?.stop();
    await mail?.close();
    await mailbox?.stop();
  });

  const answer = (text: string) => mailbox.deliver(mailOf({ from: owner, to: replyTo, text }));
  const texts = async () => {
    const { body } = await service.call('GET', path);
    return body.filter(({ kind }: { kind: string }) => kind === 'reply').map(({ text }: { text: string }) => text);
  };
  const connection = async () => (await service.call('GET', '/connections/1')).body;

  it('is read to its end: what is a guest’s is taken and marked as read, the rest stays unread', async () => {
    answer('It is mine');
    await eventually(async () => expect(await texts()).toEqual(['It is mine']));
    await eventually(() => expect(mailbox.kept().map(({ seen }) => seen)).toEqual([false, true]));
    await eventually(async () => expect(await connection()).toMatchObject({ status: 'ok', lastError: null }));
  });

  it('that is away, or refuses the password, is failing until it is back, and nothing is lost meanwhile', async () => {
    await mailbox.away();
    await eventually(async () => expect((await connection()).lastError).toContain('could not be reached'));
    answer('While you were away');
    await mailbox.resume();
    await eventually(async () => expect(await texts()).toContain('While you were away'));
    await service.call('PUT', '/connections/1', { name: 'Post', settings: { ...settings(), password: 'wrong' } });
    await eventually(async () => expect((await connection()).lastError).toContain('refused user and password'));
    answer('While you had no key');
    await service.call('PUT', '/connections/1', { name: 'Post', settings: settings() });
    await eventually(async () => expect(await texts()).toHaveLength(3));
    expect(await texts()).toContain('While you had no key');
  });

  it('may have folders with names in any letters', async () => {
    mailbox.addFolder('Fundb&APw-ro &- mehr &X9gwjHJp-');
    const test = async (folder: string) => {
      await service.call('PUT', '/connections/1', { name: 'Post', settings: { ...settings(), folder } });
      return (await service.call('POST', '/connections/1/test')).body;
    };
    expect(await test('Fundbüro & mehr 忘れ物')).toEqual({ ok: true, error: null });
    expect((await test('Fundburo')).error).toContain('has no folder Fundburo');
    await service.call('PUT', '/connections/1', { name: 'Post', settings: settings() });
  });

  it('whose numbers begin anew is read anew, and nothing is taken twice', async () => {
    const before = await service.sql('select progress from connection_work');
    expect(before).toMatchObject([{ progress: { validity: expect.any(String), uid: expect.any(Number) } }]);
    await service.sql(`update connection_work set progress = '{"validity": "1", "uid": 4000, "unread": null}'`);
    answer('With new numbers');
    await eventually(async () => expect(await texts()).toHaveLength(4));
    await eventually(async () =>
      expect((await service.sql('select progress from connection_work'))[0].progress.validity).not.toBe('1'),
    );
    expect(await texts()).toHaveLength(4);
  });

  it('is read on by another worker where the first one ended, each mail once', async () => {
    for (let count = 0; count < 60; count++) answer(`Mail ${count}`);
    await eventually(async () => expect((await texts()).length).toBeGreaterThan(5));
    await worker.close();
    worker = await startWorker(service.options, {}, ways());
    // Sixty in an hour are taken for one item, what is beyond stays unread, and is read again later.
    await eventually(async () => expect(await texts()).toHaveLength(60));
    await eventually(() => expect(mailbox.kept().filter(({ seen }) => !seen)).toHaveLength(5));
    await service.sql(`update rate_limits set expire = 0 where key like '%replies/%'`);
    await eventually(async () => {
      await service.sql(`
        update connection_work set progress = jsonb_set(progress::jsonb, '{later}', coalesce(
          (select jsonb_object_agg(key, 0) from jsonb_each(progress::jsonb -> 'later')), '{}'))`);
      expect(await texts()).toHaveLength(64);
    });
    await eventually(() => expect(mailbox.kept().filter(({ seen }) => !seen)).toHaveLength(1));
  });
});
