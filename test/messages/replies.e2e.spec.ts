import { randomBytes } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EraseItem } from '#contexts/items';
import { Replies } from '#contexts/messages';
import { Persons } from '#contexts/retention';
import { Receiver } from '../support/receiver.js';
import { makeRequest } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';
import { MailServer } from './mail-server.js';
import { mailOf } from './mails.js';

let service: TestService;
let mail: MailServer;
let worker: INestApplicationContext;
let locationID: string;
let eventsUrl: string;
let persons = 0;

beforeAll(async () => {
  service = await startService({ publicUrl: 'https://lost.example' });
  mail = await MailServer.open(() => null);
  const ways = { smtpUrl: mail.url, from: 'lost@service.example', smsUrl: null, folder: null, schedule: [300] };
  worker = await startWorker(service.options, {}, ways);
  locationID = await service.location();
  const { body } = await service.call('POST', '/connections', {
    provider: 'mail',
    name: 'Post',
    settings: { address: 'found@hotel.example' },
  });
  eventsUrl = new URL(body.eventsUrl).pathname;
});
afterAll(async () => {
  await worker?.close();
  await mail?.close();
  await service?.stop();
});

const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 50_000, interval: 100 });

let owner: string;
let itemID: number;
let path: string;
beforeEach(async () => {
  owner = `owner${++persons}@guest.example`;
  itemID = (await service.item(locationID, { owner: { firstName: 'Anna', contactEmail: owner } })).ID;
  path = `/items/${itemID}/messages`;
});

/** The mail to the owner. */
async function sent() {
  await eventually(() => expect(mail.to(owner)).not.toHaveLength(0));
  const [email] = mail.to(owner);
  return { replyTo: email!.replyTo![0]!.address!, id: email!.messageId! };
}

const post = (text: string | Buffer) =>
  fetch(service.url + eventsUrl, { method: 'POST', headers: { 'content-type': 'message/rfc822' }, body: text as never });

async function handOver(text: string | Buffer): Promise<number> {
  const answer = await post(text);
  await answer.arrayBuffer();
  return answer.status;
}

const replies = async (of = path) =>
  (await service.call('GET', of)).body.filter(({ direction }: { direction: string }) => direction === 'in');

describe('what a guest answers', () => {
  it('comes to an address of the item’s own, and stands among its messages without what was quoted', async () => {
    const { replyTo, id } = await sent();
    expect(replyTo).toMatch(/^found\+[a-z2-7]{32}@hotel\.example$/);
    expect(id).toMatch(/^<item-\d+-\d+-\d+\.[a-z2-7]{32}@service\.example>$/);
    expect(
      await handOver(
        mailOf({ from: owner, to: replyTo, text: 'It is mine!\n\nOn 20 Nov 2026, at 10:00, Hotel wrote:\n> Hello' }),
      ),
    ).toBe(204);
    const { body } = await service.call('GET', path);
    expect(body.map(({ direction }: { direction: string }) => direction)).toEqual(['in', 'out']);
    expect(body[0]).toEqual({
      ID: expect.any(Number),
      direction: 'in',
      kind: 'reply',
      channel: 'email',
      text: 'It is mine!',
      status: null,
      to: null,
      from: 'o***@guest.example',
      verified: true,
      attachments: [],
      createdAt: expect.any(String),
      sentAt: null,
      readAt: null,
      error: null,
    });
  });

  it('is found by the mail that it answers, by its sender alone where there is but one thing, and else belongs to nobody', async () => {
    const { id } = await sent();
    await handOver(mailOf({ from: 'other@guest.example', to: 'found@hotel.example', inReplyTo: id, text: 'From work' }));
    await handOver(mailOf({ from: owner.toUpperCase(), to: 'found@hotel.example', text: 'No reference' }));
    const other = await service.item(locationID, { owner: { contactEmail: owner } });
    await handOver(mailOf({ from: owner, to: 'found@hotel.example', text: 'Which of the two?' }));
    expect((await replies()).map(({ text, from, verified }: Record<string, unknown>) => [text, from, verified])).toEqual([
      ['No reference', 'O***@GUEST.EXAMPLE'.toLowerCase(), false],
      ['From work', 'o***@guest.example', true],
    ]);
    expect(await replies(`/items/${other.ID}/messages`)).toEqual([]);
    await service.call('PUT', `/items/${other.ID}/status`, { status: 'finished' });
    await handOver(mailOf({ from: owner, to: 'found@hotel.example', text: 'The one that is open' }));
    expect((await replies())[0].text).toBe('The one that is open');
  });

  it('is not found by what anybody could guess', async () => {
    const { id, replyTo } = await sent();
    const guessed = id.replace(/\.[a-z2-7]{32}@/, '@');
    const wrong = replyTo.replace(/.@/, (last) => (last[0] === 'a' ? 'b@' : 'a@'));
    await handOver(mailOf({ from: 'thief@else.example', to: wrong, inReplyTo: guessed, text: 'Send it to me' }));
    expect(await replies()).toEqual([]);
  });

  it('is taken once by its Message-ID, and not where nobody wrote it', async () => {
    const { replyTo } = await sent();
    const once = mailOf({ from: owner, to: replyTo, text: 'Once', id: 'the-same' });
    expect(await Promise.all([handOver(once), handOver(once), handOver(once)])).toEqual([204, 204, 204]);
    await handOver(once);
    for (const header of ['Auto-Submitted: auto-replied', 'Precedence: bulk', 'Return-Path: <>']) {
      await handOver(mailOf({ from: owner, to: replyTo, text: 'I am away', headers: [header] }));
    }
    expect((await replies()).map(({ text }: { text: string }) => text)).toEqual(['Once']);
  });

  it('is refused where sixty have come within an hour, so that it is handed over again, and is taken then', async () => {
    const { replyTo } = await sent();
    const answers = Array.from({ length: 60 }, (_, index) => mailOf({ from: owner, to: replyTo, text: `Answer ${index}` }));
    for (const answer of answers) expect(await handOver(answer)).toBe(204);
    const beyond = mailOf({ from: owner, to: replyTo, text: 'One more' });
    const refused = await post(beyond);
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'rate_limited', status: 429 }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(await replies()).toHaveLength(60);
    // What was taken is known, and what is about others is taken.
    expect(await handOver(answers[0]!)).toBe(204);
    const other = await service.item(locationID, { owner: { contactEmail: 'other@guest.example' } });
    expect(await handOver(mailOf({ from: 'other@guest.example', to: 'found@hotel.example', text: 'Mine' }))).toBe(204);
    expect(await replies(`/items/${other.ID}/messages`)).toHaveLength(1);
    await service.sql(`update rate_limits set expire = 0 where key like '%replies/%'`);
    expect(await handOver(beyond)).toBe(204);
    expect((await replies())[0].text).toBe('One more');
  });

  it('is taken while the connection is switched off, as it answers what was sent before, and not once that is deleted', async () => {
    const { replyTo } = await sent();
    const settings = { address: 'found@hotel.example' };
    await service.call('PUT', '/connections/1', { name: 'Post', enabled: false, settings });
    expect(await handOver(mailOf({ from: owner, to: replyTo, text: 'While it was off' }))).toBe(204);
    expect((await replies())[0].text).toBe('While it was off');
    await service.call('PUT', '/connections/1', { name: 'Post', enabled: true, settings });
    const { body } = await service.call('POST', '/connections', { provider: 'mail', name: 'Old', enabled: false, settings });
    await service.call('DELETE', `/connections/${body.ID}`);
    const gone = await fetch(service.url + new URL(body.eventsUrl).pathname, {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822' },
      body: mailOf({ from: owner, to: replyTo, text: 'To nobody' }),
    });
    expect([gone.status, await gone.json()]).toMatchObject([404, { code: 'not_found' }]);
    expect(await replies()).toHaveLength(1);
  });

  it('brings its pictures, at most ten, and nothing else', async () => {
    const { replyTo } = await sent();
    const image = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Make: 'Spy' } })
      .jpeg()
      .toBuffer();
    const files = [
      ...Array.from({ length: 11 }, (_, index) => ({ name: `Bild ${index}.jpg`, type: 'image/jpeg', bytes: image })),
      { name: 'bill.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.4') },
    ];
    const notOne = { name: 'no.png', type: 'image/png', bytes: Buffer.from('<script>') };
    await handOver(mailOf({ from: owner, to: replyTo, text: 'See', files: [notOne, ...files] }));
    const [{ attachments }] = await replies();
    expect(attachments).toHaveLength(9);
    expect(attachments[0]).toMatchObject({ ID: 1, name: 'Bild 0.jpg', type: 'image/jpeg', size: expect.any(Number) });
    const shown = await fetch(service.url + new URL(attachments[0].url).pathname);
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect([shown.status, bytes.length, bytes.includes('Spy')]).toEqual([200, attachments[0].size, false]);
    const names = await service.sql('select attachments from replies where record_id = $1', [itemID]);
    await service.get(CommandBus).execute(new EraseItem(service.groupID, itemID));
    await eventually(async () => expect(await service.sql('select from replies where record_id = $1', [itemID])).toEqual([]));
    for (const { url } of names[0].attachments) expect((await fetch(service.url + new URL(url).pathname)).status).toBe(404);
  });

  it('is read once, waits first of all until then, and is told to endpoints without its words', async () => {
    const { replyTo } = await sent();
    const receiver = await Receiver.open();
    await service.call('POST', '/webhooks/endpoints', { url: receiver.url, events: ['item.message'] });
    await handOver(mailOf({ from: owner, to: replyTo, text: 'Secret words' }));
    const [{ ID }] = await replies();
    const waiting = async () => (await service.call('GET', '/desk/tasks')).body.tasks[0];
    expect(await waiting()).toMatchObject({ kind: 'reply' });
    expect((await waiting()).records.map((record: { ID: number }) => record.ID)).toContain(itemID);
    const read = await service.call('PUT', `${path}/${ID}/read`);
    expect([read.status, read.body.readAt]).toEqual([200, expect.any(String)]);
    expect((await service.call('PUT', `${path}/${ID}/read`)).body.readAt).toBe(read.body.readAt);
    expect((await waiting()).records.map((record: { ID: number }) => record.ID)).not.toContain(itemID);
    const { body: all } = await service.call('GET', path);
    const out = all.find(({ direction }: { direction: string }) => direction === 'out');
    expect((await service.call('PUT', `${path}/${out.ID}/read`)).body.code).toBe('conflict');
    expect((await service.call('PUT', `${path}/999998/read`)).status).toBe(404);
    await eventually(() => expect(receiver.received.some(({ body }) => body.includes('"direction":"in"'))).toBe(true));
    expect(receiver.received.some(({ body }) => body.includes('Secret'))).toBe(false);
    await receiver.close();
  });

  it('that comes while its record is erased is not kept', async () => {
    await service.get(CommandBus).execute(new EraseItem(service.groupID, itemID));
    const about = { groupID: service.groupID, record: 'item', id: itemID } as const;
    const said = { from: owner, text: 'Too late', image: null, key: randomBytes(32) };
    await worker.get(Replies, { strict: false }).write(about, locationID, said);
    expect(await service.sql('select from replies where record_id = $1 and not erased', [itemID])).toEqual([]);
  });

  it('is part of a person’s data', async () => {
    const { replyTo } = await sent();
    await handOver(mailOf({ from: owner, to: replyTo, text: 'What I wrote' }));
    const [known] = await worker.get(Persons, { strict: false }).export(owner, 'demo');
    expect(known!.replies).toMatchObject([{ itemID, from: owner, text: 'What I wrote' }]);
  });
});

it('a report that a mail did not arrive makes its message failed', async () => {
  const { id } = await sent();
  await eventually(async () => expect((await service.call('GET', path)).body[0].status).toBe('sent'));
  const report = (action: string) =>
    `From: MAILER-DAEMON@guest.example
To: lost@service.example
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

Nobody there.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.guest.example

Final-Recipient: rfc822; ${owner}
Action: ${action}
Status: 5.1.1

--b
Content-Type: message/rfc822

From: lost@service.example
Message-ID:
 ${id}
Subject: Found

Hello
--b--
`.replaceAll('\n', '\r\n');
  expect(await handOver(report('delayed'))).toBe(204);
  expect((await service.call('GET', path)).body[0].status).toBe('sent');
  expect(await handOver(report('failed'))).toBe(204);
  expect((await service.call('GET', path)).body[0]).toMatchObject({ status: 'failed', error: 'recipient_refused' });
});

it('a report that names a mail in a way that no database takes does no harm', async () => {
  const { id } = await sent();
  const [mailID] = id.slice(1).split('@');
  const report = `From: MAILER-DAEMON@guest.example
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Action: failed

--b
Content-Type: message/rfc822

Message-ID: <${mailID}@\0@guest.example>

--b--
`;
  expect(await handOver(report.replaceAll('\n', '\r\n'))).toBe(204);
});

it.each(['\0', '\ud800', '\u202e', '"', '\x7f', 'ß', ','])('a mail with %j anywhere in its head does no harm', async (odd) => {
  const from = mailOf({ from: `an${odd}na@guest.example`, to: 'found@hotel.example', text: 'Hello' });
  const to = mailOf({
    from: owner,
    to: `found+a${odd}b@hotel.example`,
    inReplyTo: `<item-1-1-1${odd}@a>`,
    id: `a${odd}`,
    text: 'Hi',
  });
  expect([await handOver(from), await handOver(to)]).toEqual([204, 204]);
});

it('a guest’s answer about a Request stands at the Request', async () => {
  const guest = `guest${persons}@guest.example`;
  const { ID } = await makeRequest(service.call, locationID, { owner: { name: 'Anna', email: guest } });
  await eventually(() => expect(mail.to(guest)).not.toHaveLength(0));
  const to = mail.to(guest)[0]!.replyTo![0]!.address!;
  await handOver(mailOf({ from: guest, to, text: 'It is blue.' }));
  const of = `/requests/${ID}/messages`;
  const [reply] = await replies(of);
  expect(reply).toMatchObject({ text: 'It is blue.', verified: true });
  expect((await service.call('PUT', `${of}/${reply.ID}/read`)).body.readAt).toEqual(expect.any(String));
});
