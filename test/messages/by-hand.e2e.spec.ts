import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EraseItem } from '#contexts/items';
import { makeRequest } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';
import { MailServer } from './mail-server.js';

let service: TestService;
let mail: MailServer;
let worker: INestApplicationContext;
let locationID: string;
let persons = 0;

beforeAll(async () => {
  service = await startService({ publicUrl: 'https://lost.example' });
  mail = await MailServer.open(() => null);
  const ways = { smtpUrl: mail.url, from: 'lost@service.example', smsUrl: null, folder: null, schedule: [300] };
  worker = await startWorker(service.options, {}, ways);
  locationID = await service.location();
});
afterAll(async () => {
  await worker?.close();
  await mail?.close();
  await service?.stop();
});

const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 50_000, interval: 100 });
const received = (to: string, count: number) => eventually(() => expect(mail.to(to)).toHaveLength(count));

let owner: string;
let itemID: number;
let path: string;
beforeEach(async () => {
  owner = `owner${++persons}@guest.example`;
  itemID = (await service.item(locationID, { owner: { firstName: 'Anna', contactEmail: owner } })).ID;
  path = `/items/${itemID}/messages`;
  await received(owner, 1);
});

describe('the messages of an item', () => {
  it('are listed with what became of them, the contact masked', async () => {
    await eventually(async () => expect((await service.call('GET', path)).body[0].status).toBe('sent'));
    const { status, body } = await service.call('GET', path);
    expect([status, body]).toEqual([
      200,
      [
        {
          ID: expect.any(Number),
          direction: 'out',
          kind: 'item-found',
          channel: 'email',
          text: expect.stringContaining(mail.to(owner)[0]!.text!.trimEnd()),
          status: 'sent',
          to: 'o***@guest.example',
          from: null,
          verified: null,
          attachments: [],
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/),
          sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/),
          readAt: null,
          error: null,
        },
      ],
    ]);
  });

  it('say before they are sent what they will say, and keep what they said', async () => {
    const { ID } = await service.item(locationID, { owner: { phoneNumber: '+31612345678' } });
    const texted = `/items/${ID}/messages`;
    expect((await service.call('POST', texted, { kind: 'text', text: 'It is dry.' })).body.text).toContain('It is dry.');
    // No gateway for SMS is configured.
    await eventually(async () =>
      expect((await service.call('GET', texted)).body).toMatchObject([
        { kind: 'text', channel: 'sms', status: 'held', text: expect.stringContaining('It is dry.') },
        { kind: 'item-found', channel: 'sms', status: 'held', text: expect.stringContaining('https://lost.example/g/') },
      ]),
    );
    await eventually(async () => expect((await service.call('GET', path)).body[0].status).toBe('sent'));
    const said = (await service.call('GET', path)).body[0].text;
    expect((await service.call('PUT', `/items/${itemID}`, { item: 'Something else' })).status).toBe(200);
    expect([(await service.call('GET', path)).body[0].text, said.includes('Something else')]).toEqual([said, false]);
  });

  it('show the contact that each went to, not a later one', async () => {
    await eventually(async () => expect((await service.call('GET', path)).body[0].status).toBe('sent'));
    const [{ ID }] = (await service.call('GET', path)).body;
    await service.call('PUT', `/items/${itemID}`, { owner: { contactEmail: 'new@other.example' } });
    const { body } = await service.call('GET', path);
    // The new address may have been told something by now.
    expect(body.find((one: { ID: number }) => one.ID === ID).to).toBe('o***@guest.example');
  });
});

describe('the messages of an item with a long history', () => {
  it('are listed without reading what states no contact', async () => {
    // These events can't be opened: who reads one of them fails.
    await service.sql(
      `insert into events (group_id, stream_type, stream_id, version, type, data, actor, at)
      select group_id, stream_type, stream_id, n, 'ItemUpdated',
        json_build_object('internalNotes', json_build_object('sealed', repeat('A', 2000))),
        actor, at
      from events, generate_series(100, 10000) n where stream_type = 'item' and stream_id = $1 and version = 1`,
      [itemID],
    );
    const { status, body } = await service.call('GET', path);
    expect([status, body[0].to]).toEqual([200, 'o***@guest.example']);
  });
});

describe('a message by hand', () => {
  it('is the answer itself, whoever else writes at the same time', async () => {
    const texts = Array.from({ length: 4 }, (_, n) => `Message number ${n}.`);
    const answers = await Promise.all(texts.map((text) => service.call('POST', path, { kind: 'text', text })));
    for (const [n, { status, body }] of answers.entries()) {
      expect(status).toBe(202);
      expect(body.text).toContain(texts[n]);
    }
    expect(new Set(answers.map(({ body }) => body.ID)).size).toBe(4);
  });

  it('sends the message of the status again, with a link that works', async () => {
    const { status, body } = await service.call('POST', path, { kind: 'resend' });
    expect([status, body]).toMatchObject([202, { kind: 'item-found', channel: 'email', status: 'waiting' }]);
    await received(owner, 2);
    expect(mail.to(owner)[1]!.subject).toBe(mail.to(owner)[0]!.subject);
  });

  it('tells what staff write, escaped, and stands in the history but in no table in clear', async () => {
    const text = 'It is <b>here</b> & dry.\nPlease ring.';
    expect(await service.call('POST', path, { kind: 'text', text })).toMatchObject({ status: 202, body: { kind: 'text' } });
    await received(owner, 2);
    const { text: plain, html } = mail.to(owner)[1]!;
    expect(plain).toContain(text);
    expect(html).toContain('It is &lt;b&gt;here&lt;/b&gt; &amp; dry.');
    const history = (await service.call('GET', `/items/${itemID}/history`)).body.events;
    expect(history[0]).toMatchObject({ event: 'OwnerWrittenTo', details: { message: 'text', text } });
    for (const table of ['messages', 'message_attempts', 'events', 'items']) {
      expect(JSON.stringify(await service.sql(`select * from ${table}`)), table).not.toContain('here</b>');
    }
  });

  it('is forgotten with the person', async () => {
    await service.call('POST', path, { kind: 'text', text: 'CANARY' });
    await received(owner, 2);
    await service.get(CommandBus).execute(new EraseItem(service.groupID, itemID));
    const history = (await service.call('GET', `/items/${itemID}/history`)).body.events;
    expect(JSON.stringify(history)).not.toContain('CANARY');
    expect(history).toContainEqual(
      expect.objectContaining({ event: 'OwnerWrittenTo', details: expect.objectContaining({ text: null }) }),
    );
    expect(await service.sql('select 1 from messages where subject_id = $1', [itemID])).toEqual([]);
  });

  it.each([
    [{ kind: 'text' }, 'text', 'required'],
    [{ kind: 'text', text: ' ' }, 'text', 'too_short'],
    [{ kind: 'text', text: 'x'.repeat(1001) }, 'text', 'too_long'],
    [{ kind: 'resend', text: 'x' }, 'text', 'not_allowed'],
    [{ kind: 'shout' }, 'kind', 'not_allowed'],
    [{}, 'kind', 'required'],
  ])('is refused as %j', async (body, field, code) => {
    const answer = await service.call('POST', path, body);
    expect([answer.status, answer.body.errors]).toEqual([400, [expect.objectContaining({ field, code })]]);
  });

  it('needs a contact, and something to tell again', async () => {
    const { ID } = await service.item(locationID);
    for (const body of [{ kind: 'resend' }, { kind: 'text', text: 'Hello' }])
      expect(await service.call('POST', `/items/${ID}/messages`, body)).toMatchObject({
        status: 409,
        body: { code: 'conflict' },
      });
    await service.call('PUT', `/items/${itemID}/status`, { status: 'finished' });
    expect((await service.call('POST', path, { kind: 'resend' })).status).toBe(409);
    expect((await service.call('POST', path, { kind: 'text', text: 'Hello' })).status).toBe(202);
  });

  it('is sent ten times an hour at most', async () => {
    const { ID } = await service.item(locationID, { owner: { phoneNumber: '+31612345678' } });
    const send = () => service.call('POST', `/items/${ID}/messages`, { kind: 'resend' });
    const answers = [];
    for (let n = 0; n < 11; n++) answers.push((await send()).status);
    expect(answers).toEqual([...Array(10).fill(202), 429]);
  });

  it('goes to the guest of a Request likewise', async () => {
    const guest = `guest${++persons}@guest.example`;
    const request = await makeRequest(service.call, locationID, { owner: { email: guest } });
    await received(guest, 1);
    const messages = `/requests/${request.ID}/messages`;
    expect(await service.call('POST', messages, { kind: 'resend' })).toMatchObject({
      status: 202,
      body: { kind: 'request-received' },
    });
    await received(guest, 2);
    expect(await service.call('POST', messages, { kind: 'text', text: 'Was it wool?' })).toMatchObject({ status: 202 });
    await received(guest, 3);
    expect(mail.to(guest)[2]!.text).toContain('Was it wool?');
    const { body } = await service.call('GET', messages);
    expect(body.map(({ kind, to }: Record<string, string>) => [kind, to])).toEqual([
      ['text', 'g***@guest.example'],
      ['request-received', 'g***@guest.example'],
      ['request-received', 'g***@guest.example'],
    ]);
    const nobody = await makeRequest(service.call, locationID);
    expect((await service.call('POST', `/requests/${nobody.ID}/messages`, { kind: 'resend' })).status).toBe(409);
  });
});

describe('a link to be handed over', () => {
  it.each(['item', 'request'])('opens the page of the %s', async (kind) => {
    const record = kind === 'item' ? itemID : (await makeRequest(service.call, locationID)).ID;
    const { status, body, headers } = await service.call('POST', `/${kind}s/${record}/guest-link`);
    expect([status, headers.get('location')]).toEqual([201, body.url]);
    expect(body).toEqual({ url: expect.stringMatching(/^https:\/\/lost\.example\/g\/[\w-]+$/), expiresAt: expect.any(String) });
    expect(Date.parse(`${body.expiresAt.replace(' ', 'T')}Z`)).toBeGreaterThan(Date.now());
    const page = await fetch(body.url.replace('https://lost.example', service.url));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Umbrella')]);
  });
});
