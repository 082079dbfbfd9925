import type { INestApplicationContext } from '@nestjs/common';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { MailServer } from '../messages/mail-server.js';
import { mailOf } from '../messages/mails.js';
import { faultsOf } from '../support/browser.js';
import { startWorker } from '../support/worker.js';
import { type Desk, picture, signIn, startAtDesk, visit } from './support.js';

let desk: Desk;
let browser: Browser;
let mail: MailServer;
let worker: INestApplicationContext;
beforeAll(async () => {
  [desk, browser] = await startAtDesk({}, { FINDS_TOGETHER: '0s' });
  mail = await MailServer.open(() => null);
  const ways = { smtpUrl: mail.url, from: 'lost@service.example', smsUrl: null, folder: null, schedule: [300] };
  worker = await startWorker(desk.options, {}, ways);
});
afterAll(async () => {
  await worker?.close();
  await mail?.close();
  await desk?.stop();
});

const other = 'from another email address than the guest’s';

it('a reply says whether it came from another address than the guest’s', async () => {
  const owner = 'anna@guest.example';
  const settings = { address: 'found@hotel.example' };
  const { eventsUrl } = await desk.call('POST', '/connections', { provider: 'mail', name: 'Post', settings });
  const found = { item: 'Ring', location: 'Bar', departuredDate: '2026-11-20', locationID: 'demo:1', shipping: {} };
  const { ID } = await desk.call('POST', '/items', { ...found, owner: { firstName: 'Anna', contactEmail: owner } });
  await vi.waitFor(() => expect(mail.to(owner)).toHaveLength(1), 20_000);
  const to = mail.to(owner)[0]!.replyTo![0]!.address!;
  const url = desk.url + new URL(eventsUrl).pathname;
  for (const [from, text] of [
    [owner.toUpperCase(), 'It is mine.'],
    ['thief@else.example', 'Send it to this address.'],
  ] as const) {
    const headers = { 'content-type': 'message/rfc822' };
    expect((await fetch(url, { method: 'POST', headers, body: mailOf({ from, to, text }) })).status).toBe(204);
  }
  const { page, context, faults } = await visit(browser);
  await signIn(page, desk, 'property_subuser', `/items/${ID}`);
  const replies = page.locator('.reply');
  await replies.nth(1).waitFor();
  const said = await replies.allInnerTexts();
  expect(said.map((text) => [text.includes('t***@else.example'), text.includes(other)])).toEqual([
    [true, true],
    [false, false],
  ]);
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'reply-of-another');
  expect(faults).toEqual([]);
  await context.close();
});
