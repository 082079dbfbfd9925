import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GuestLinks } from '#contexts/links';
import { erase, LocationMessaging, type MessageSettings, MessageUpkeep } from '#contexts/messages';
import { Database, statement } from '#platform/database';
import { makeRequest } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';
import { MailServer } from './mail-server.js';

const HOUR = 1 / 24;

let service: TestService;
let mail: MailServer;
let gateway: Server;
let worker: INestApplicationContext;
let work: (ways?: MessageSettings) => Promise<void>;
let locationID: string;
let groupID: number;
const texts: URL[] = [];
const methods: string[] = [];

beforeAll(async () => {
  service = await startService();
  mail = await MailServer.open((recipient, asked) => {
    if (recipient.startsWith('gone')) return { code: 550, text: `5.1.1 <${recipient}>: no such user` };
    if (recipient.startsWith('busy') && asked === 1) return { code: 451, text: '4.3.0 try again' };
    if (recipient.startsWith('relay')) return { code: 550, text: '5.7.1 relaying denied' };
    return null;
  });
  gateway = createServer((request, response) => {
    texts.push(new URL(request.url!, 'http://gateway'));
    methods.push(request.method!);
    response.writeHead(202).end();
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const messages = {
    smtpUrl: mail.url,
    from: 'Lost and Found <lost@hotel.example>',
    smsUrl: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send?to={to}&text={text}`,
    folder: null,
    schedule: [300],
  };
  const options = { ...service.options, publicUrl: 'https://lost.example' };
  work = async (ways = messages) => {
    worker = await startWorker(options, {}, ways);
  };
  await work();
  groupID = service.groupID;
  await service.language({ language: 'German', code: 'de' });
  await service.language({ language: 'Turkish', code: 'tr' });
  locationID = await service.location();
});
afterAll(async () => {
  await worker?.close();
  await mail?.close();
  gateway?.close();
  await service?.stop();
});

async function register(owner: object, more: object = {}): Promise<number> {
  return (await service.item(locationID, { item: 'Umbrella <b>', owner, ...more })).ID;
}

const statusOf = async (id: number) => (await service.call('GET', `/items/${id}`)).body.status;
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 50_000, interval: 100 });
const rows = <Row>(query: ReturnType<typeof sql<Row>>) => service.get(Database).query(statement(query));
const messageOf = async (id: number) =>
  (
    await rows<Record<string, unknown>>(
      sql`select * from messages where subject = 'item' and subject_id = ${id}::int order by version`,
    )
  ).at(-1);

describe('an owner who can be reached', () => {
  it('is told by email, in text and HTML, with a link to their item', async () => {
    const id = await register({ contactEmail: 'anna@guest.example', firstName: 'Anna' }, { languageCode: 'de' });
    await eventually(() => expect(mail.to('anna@guest.example')).toHaveLength(1));
    const [email] = mail.to('anna@guest.example');
    expect(email!.subject).toBe('Harbour Hotel: Wir haben etwas von Ihnen gefunden');
    expect(email!.from).toMatchObject({ address: 'lost@hotel.example' });
    expect(email!.text).toContain('Guten Tag Anna,');
    expect(email!.html).toContain('Umbrella &lt;b&gt;');
    const token = /https:\/\/lost\.example\/g\/([\w-]+)/.exec(email!.text!)![1]!;
    expect(email!.html).toContain('https://lost.example/g/');
    expect(worker.get(GuestLinks, { strict: false }).read(token)).toMatchObject({ groupID, kind: 'item', id, hasExpired: false });
  });

  it('is told in the default language when there is no wording in their own', async () => {
    await register({ contactEmail: 'ola@guest.example' }, { languageCode: 'tr' });
    await eventually(() => expect(mail.to('ola@guest.example')[0]!.subject).toBe('Harbour Hotel: we found something of yours'));
  });

  it('is greeted by the names that are some, those of the family first where they are written so', async () => {
    const to = ['taro@guest.example', 'kumar@guest.example'] as const;
    await register({ contactEmail: to[0], firstName: '太郎', lastName: '山田' });
    await register({ contactEmail: to[1], firstName: '.', lastName: 'Kumar' });
    await eventually(() => expect(mail.to(to[0])[0]!.text).toContain('Dear 山田 太郎,'));
    await eventually(() => expect(mail.to(to[1])[0]!.text).toContain('Dear Kumar,'));
  });

  it('is told in the language of the report that the item was matched with, where it has none of its own', async () => {
    const owner = { name: 'Anna', email: 'matched@guest.example' };
    const languageID = (await service.call('GET', '/languages')).body.find(({ code }: { code: string }) => code === 'de').ID;
    const request = await makeRequest(service.call, locationID, { owner, languageID });
    const { ID } = await service.item(locationID);
    await service.call('PUT', `/requests/${request.ID}/match`, { itemID: ID });
    await service.call('PUT', `/items/${ID}/response`, { response: 'pickup' });
    await eventually(() =>
      expect(mail.to(owner.email).map(({ subject }) => subject)).toContain('Harbour Hotel: Ihre Antwort ist angekommen'),
    );
  });

  it('is told by SMS when there is only a telephone', async () => {
    await register({ phoneNumber: '+31 6 1234 5678' });
    await eventually(() => expect(texts).toHaveLength(1));
    expect(methods).toEqual(['POST']);
    expect(texts[0]!.searchParams.get('to')).toBe('+31612345678');
    expect(texts[0]!.searchParams.get('text')).toMatch(/^Harbour Hotel: .* https:\/\/lost\.example\/g\/[\w-]{26,30}$/);
  });

  it('is told once, whatever else happens to the item, and the tables hold nothing personal', async () => {
    const id = await register({ contactEmail: 'once@guest.example' });
    await eventually(async () => expect(await messageOf(id)).toMatchObject({ status: 'sent', attempts: 1 }));
    await service.call('PUT', `/items/${id}`, { brand: 'Senz' });
    await register({ contactEmail: 'next@guest.example' });
    await eventually(() => expect(mail.to('next@guest.example')).toHaveLength(1));
    expect(mail.to('once@guest.example')).toHaveLength(1);
    const kept = JSON.stringify(await rows(sql`select * from messages, message_attempts`));
    expect(kept).not.toMatch(/guest\.example|Umbrella/);
  });

  it('is told after a while when the mail server is busy', async () => {
    const id = await register({ contactEmail: 'busy@guest.example' });
    await eventually(async () => expect(await messageOf(id)).toMatchObject({ status: 'sent', attempts: 2 }));
    expect(mail.to('busy@guest.example')).toHaveLength(1);
    const log = await rows<{ error: string }>(
      sql`select attempt, error, response_code from message_attempts where subject_id = ${id}::int`,
    );
    expect(log.sort()).toMatchObject([
      { attempt: 1, error: 'temporary', response_code: 451 },
      { attempt: 2, error: null },
    ]);
  });
});

describe('an address that does not exist', () => {
  it('makes the contact missing again, until another one is given', async () => {
    const id = await register({ contactEmail: 'gone@guest.example' });
    await eventually(async () => expect(await statusOf(id)).toBe('contact-missing'));
    await service.call('PUT', `/items/${id}`, { owner: { contactEmail: 'back@guest.example' } });
    await eventually(() => expect(mail.to('back@guest.example')).toHaveLength(1));
    expect(await statusOf(id)).toBe('waiting-response');
  });

  it('is reported together with the end of its message, and again when that fails', async () => {
    await rows(sql`create sequence reports`);
    await rows(sql`
      create function refuse_report() returns trigger language plpgsql as $$
      begin
        perform nextval('reports');
        raise exception 'The database breaks off.';
      end $$`);
    await rows(sql`
      create trigger refuse_report before insert on events for each row when (new.type = 'ContactBounced')
      execute function refuse_report()`);
    const id = await register({ contactEmail: 'gone.meanwhile@guest.example' });
    await eventually(async () => expect(await rows(sql`select from reports where is_called`)).toHaveLength(1));
    expect(await messageOf(id)).toMatchObject({ status: 'waiting', attempts: 1 });
    await rows(sql`drop function refuse_report cascade`);
    await eventually(async () => expect(await statusOf(id)).toBe('contact-missing'));
    expect(await messageOf(id)).toMatchObject({ status: 'failed', error: 'recipient_refused', attempts: 1 });
  });

  it('is replaced by the telephone where there is one', async () => {
    const before = texts.length;
    const id = await register({ contactEmail: 'gone.too@guest.example', phoneNumber: '+31612345679' });
    await eventually(() => expect(texts).toHaveLength(before + 1));
    expect(await statusOf(id)).toBe('waiting-response');
  });

  it('is not blamed for a mail server that relays nothing', async () => {
    const id = await register({ contactEmail: 'relay@guest.example' });
    await eventually(async () => expect(await messageOf(id)).toMatchObject({ status: 'failed', error: 'refused' }));
    expect(await statusOf(id)).toBe('waiting-response');
  });
});

describe('a guest with a Request', () => {
  it('is told of a question and of its end', async () => {
    const owner = { name: 'Bo', email: 'bo@guest.example' };
    const request = await makeRequest(service.call, locationID, { request: 'Red scarf', owner });
    await service.call('PUT', `/requests/${request.ID}/question`, { question: 'Is it woollen?' });
    const told = () => mail.to('bo@guest.example').map(({ text }) => text);
    await eventually(() => expect(told()).toContainEqual(expect.stringContaining('Is it woollen?')));
    await service.call('PUT', `/requests/${request.ID}/status`, { status: 'not-found' });
    await eventually(() => expect(told()).toContainEqual(expect.stringContaining('we have not found it')));
    const database = service.get(Database);
    await database.batch(erase(groupID, 'request', request.ID));
    expect(await rows(sql`select 1 from messages where subject like '%request' and subject_id = ${request.ID}::int`)).toEqual([]);
  });
});

describe('a Location', () => {
  const settings = () => service.get(LocationMessaging);
  const at = (hours: number) => new Date(service.clock.now().getTime() + hours * 3_600_000).toISOString().slice(11, 16);

  it('keeps its quiet hours, and what is out of date by then is not sent', async () => {
    const quiet = await service.location({ timeZone: 'UTC' });
    await settings().change(groupID, quiet, { quiet: { from: at(-1), to: at(1) } });
    const waiting = await register({ contactEmail: 'night@guest.example' }, { locationID: quiet });
    const finished = await register({ contactEmail: 'fetched@guest.example' }, { locationID: quiet });
    await service.call('PUT', `/items/${finished}/status`, { status: 'finished' });
    await register({ contactEmail: 'elsewhere@guest.example' });
    await eventually(() => expect(mail.to('elsewhere@guest.example')).toHaveLength(1));
    expect(await messageOf(waiting)).toMatchObject({ status: 'waiting', attempts: 0 });
    service.clock.forward(2 * HOUR);
    await eventually(() => expect(mail.to('night@guest.example')).toHaveLength(1));
    await eventually(async () => expect(await messageOf(finished)).toMatchObject({ status: 'obsolete' }));
    expect(mail.to('fetched@guest.example')).toHaveLength(0);
  });

  it('sends no more in an hour than it wants', async () => {
    const slow = await service.location();
    await settings().change(groupID, slow, { perHour: 2 });
    const owners = [1, 2, 3, 4].map((n) => `slow${n}@guest.example`);
    for (const contactEmail of owners) await register({ contactEmail }, { locationID: slow });
    const arrived = () => owners.filter((owner) => mail.to(owner).length === 1).length;
    await eventually(() => expect(arrived()).toBe(2));
    await register({ contactEmail: 'fast@guest.example' });
    await eventually(() => expect(mail.to('fast@guest.example')).toHaveLength(1));
    expect(arrived()).toBe(2);
    service.clock.forward(1.1 * HOUR);
    await eventually(() => expect(arrived()).toBe(4));
  });

  it('refuses settings that make no sense', async () => {
    const wrong = { quiet: { from: '25:00', to: '8' }, perHour: 0 };
    await expect(settings().change(groupID, locationID, wrong)).rejects.toMatchObject({
      errors: [{ field: 'quiet' }, { field: 'perHour' }],
    });
  });
});

describe('an operator', () => {
  const resume = (failed: boolean) => service.get(MessageUpkeep).resume(groupID, failed);

  it('configures a mail server later, and resumes what was held', async () => {
    await worker.close();
    await work({ smtpUrl: null, from: '', smsUrl: null, folder: null, schedule: [] });
    const waiting = await register({ contactEmail: 'patient@guest.example' });
    const finished = await register({ contactEmail: 'served@guest.example' });
    for (const id of [waiting, finished]) {
      await eventually(async () =>
        expect(await messageOf(id), `item ${id}`).toMatchObject({ status: 'held', error: 'no_channel', attempts: 0 }),
      );
    }
    await service.call('PUT', `/items/${finished}/status`, { status: 'finished' });
    await worker.close();
    await work();
    expect(await resume(false)).toBe(2);
    await eventually(async () => expect(await messageOf(waiting)).toMatchObject({ status: 'sent', error: null }));
    await eventually(async () => expect(await messageOf(finished)).toMatchObject({ status: 'obsolete' }));
    expect([mail.to('patient@guest.example').length, mail.to('served@guest.example').length]).toEqual([1, 0]);
    expect(await resume(false)).toBe(0);
  });

  it('may have what failed tried again, but for mailboxes that do not exist', async () => {
    const refused = await register({ contactEmail: 'relay.again@guest.example' });
    await eventually(async () => expect(await messageOf(refused)).toMatchObject({ status: 'failed', attempts: 1 }));
    const gone = await register({ contactEmail: 'gone.again@guest.example' });
    await eventually(async () => expect(await statusOf(gone)).toBe('contact-missing'));
    expect(await resume(true)).toBeGreaterThan(0);
    await eventually(async () => expect(await messageOf(refused)).toMatchObject({ status: 'failed', attempts: 2 }));
    expect(await messageOf(gone)).toMatchObject({ status: 'failed', attempts: 1 });
  });
});
