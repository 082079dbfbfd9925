import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MessageUpkeep } from '#contexts/messages';
import { MailServer } from '../messages/mail-server.js';
import type { Call } from '../support/call.js';
import { createLocation, createUser, makeRequest, registerItem } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';

const KINDS = [
  'reply',
  'hand-over',
  'pack',
  'shipment-problem',
  'guest-answered',
  'no-contact',
  'ending',
  'message-failed',
  'payment',
  'match',
];
const NOTHING = { count: 0, oldest: null, records: [] };
const ADDRESS = { address: 'Main Street 1', city: 'Ghent', zipCode: '9000', countryID: 'BE' };
const WITH_CONTACT = { owner: { firstName: 'Anna', contactEmail: 'anna@guest.example' } };

let service: TestService;
let mail: MailServer;
let worker: INestApplicationContext;
let call: Call;
let [here, there] = ['', ''];
beforeAll(async () => {
  service = await startService();
  mail = await MailServer.open((to) => (to.startsWith('gone') ? { code: 554, text: '5.7.1 not today' } : null));
  const ways = { smtpUrl: mail.url, from: 'lost@service.example', smsUrl: null, folder: null, schedule: [] };
  worker = await startWorker(service.options, {}, ways);
});
afterAll(async () => {
  await worker?.close();
  await mail?.close();
  await service?.stop();
});
beforeEach(async () => {
  call = service.call;
  [here, there] = [await service.location(), await service.location()];
});

const tasks = async (at: string | null = here, by: Call = call) => {
  const { status, body } = await by('GET', `/desk/tasks${at === null ? '' : `?locationID=${at}`}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.tasks as { kind: string; count: number; oldest: string | null; records: { ID: number }[] }[];
};
const task = async (kind: string, at?: string | null, by?: Call) => {
  const { kind: _kind, ...found } = (await tasks(at, by)).find((one) => one.kind === kind)!;
  return found;
};
const waiting = async (kind: string, at?: string | null, by?: Call) => (await task(kind, at, by)).records.map(({ ID }) => ID);
const put = async (path: string, body: object) => {
  const { status, body: answer } = await call('PUT', path, body);
  if (status !== 200) throw new Error(JSON.stringify(answer));
  return answer;
};
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 50_000, interval: 100 });

describe('the work list', () => {
  it('has every kind each time, in its order, also where nothing is to be done', async () => {
    const { status, body } = await service.call('GET', `/desk/tasks?locationID=${here}`);
    expect([status, body]).toEqual([200, { tasks: KINDS.map((kind) => ({ kind, ...NOTHING })) }]);
  });

  it('says since when the first has waited, and lists the twenty that have waited longest', async () => {
    const items = [];
    for (let n = 0; n < 21; n++) {
      items.push(await service.item(here));
      service.clock.forward(1 / 24);
    }
    const [first, ...others] = items;
    await put(`/items/${first.ID}`, { internalNotes: 'Still there' });
    const { count, oldest, records } = await task('no-contact');
    expect([count, oldest]).toEqual([21, first.createdAt]);
    expect(records).toEqual([(await service.call('GET', `/items/${first.ID}`)).body, ...others.slice(0, 19)]);
    expect((await service.call('GET', '/items?limit=1')).body.items[0]).toEqual(items.at(-1));
  });

  it('is of the Locations that the caller has access to, and of its Group', async () => {
    const [mine, other] = [await service.item(here), await service.item(there)];
    await createUser(service.call, 'desk-reader', 'overview_subuser', here);
    const { call: reader } = await service.signIn('desk-reader');
    expect(await waiting('no-contact', null, reader)).toEqual([mine.ID]);
    expect((await task('no-contact', here, reader)).count).toBe(1);
    expect(await waiting('no-contact', there)).toEqual([other.ID]);
    expect((await task('no-contact', null)).count).toBe(1 + 21 + 1);
    expect((await task('no-contact', null, (await service.group('another')).call)).count).toBe(0);
    const unknown = { status: 400, body: { errors: [{ field: 'locationID', code: 'unknown_reference' }] } };
    expect(await reader('GET', `/desk/tasks?locationID=${there}`)).toMatchObject(unknown);
    expect(await service.call('GET', '/desk/tasks?locationID=none:1')).toMatchObject(unknown);
    expect(await service.call('GET', '/desk/tasks?kind=pack')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'kind', code: 'unknown_field' }] },
    });
  });

  it('is not for a Limited Sub-User', async () => {
    await createUser(service.call, 'desk-limited', 'limited_subuser', here);
    const { call: limited } = await service.signIn('desk-limited');
    expect((await limited('GET', '/desk/tasks')).status).toBe(403);
    expect((await limited('GET', '/search?q=umbrella')).status).toBe(403);
  });
});

describe('an item is to be', () => {
  it('handed over while its owner will collect it, since the answer', async () => {
    const { ID } = await service.item(here, WITH_CONTACT);
    service.clock.forward(1);
    const { updatedAt } = await put(`/items/${ID}/response`, { response: 'pickup' });
    expect(await task('hand-over')).toMatchObject({ count: 1, oldest: updatedAt, records: [{ ID, status: 'pickup-by-guest' }] });
    await service.call('POST', `/items/${ID}/handover`, { to: 'Anna', identification: 'known' });
    expect(await task('hand-over')).toEqual(NOTHING);
  });

  it('packed once its shipment is paid, until it is picked up', async () => {
    const { ID } = await service.item(here, WITH_CONTACT);
    await put(`/items/${ID}/response`, { response: 'ship', address: ADDRESS });
    expect(await task('pack')).toMatchObject({ count: 1, records: [{ ID, status: 'shipment-paid' }] });
    await service.call('POST', `/items/${ID}/shipment`, { status: 'pickup-scheduled' });
    expect(await task('pack')).toEqual(NOTHING);
  });

  it('given a contact while it has none', async () => {
    const { ID } = await service.item(here);
    expect(await waiting('no-contact')).toEqual([ID]);
    await put(`/items/${ID}`, { owner: { contactEmail: 'anna@guest.example' } });
    expect(await waiting('no-contact')).toEqual([]);
  });

  it('decided about in the last seven days of its storage, unless it is on hold', async () => {
    const { ID } = await service.item(here, { ...WITH_CONTACT, customStorageDays: 10 });
    const { ID: held } = await service.item(here, { ...WITH_CONTACT, customStorageDays: 10 });
    await put(`/items/${held}/hold`, { reason: 'The police asked', until: null });
    service.clock.forward(2.9);
    expect(await waiting('ending')).toEqual([]);
    service.clock.forward(0.2);
    const { count, oldest, records } = await task('ending');
    expect([count, records.map((record) => record.ID)]).toEqual([1, [ID]]);
    const end = (records[0] as unknown as { storageExpiresAt: string }).storageExpiresAt;
    expect(Date.parse(`${end}Z`) - Date.parse(`${oldest}Z`)).toBe(7 * 24 * 60 * 60 * 1000);
    await put(`/items/${ID}`, { customStorageDays: 30 });
    expect(await waiting('ending')).toEqual([]);
  });

  it('asked about after its payment has been open or failed for three days', async () => {
    const rates = [{ countries: null, weightID: null, price: 9.9, days: '2–3' }];
    await put(`/locations/${here}/shipping`, { paidBy: 'guest', currency: 'EUR', rates });
    const ask = async () => {
      const { ID } = await service.item(here, WITH_CONTACT);
      await put(`/items/${ID}/response`, { response: 'ship', address: ADDRESS });
      return ID as number;
    };
    const [open, failed, paid] = [await ask(), await ask(), await ask()];
    service.clock.forward(2);
    await put(`/items/${failed}/payment`, { status: 'failed' });
    await put(`/items/${open}/payment`, { url: 'https://pay.example/1' });
    expect(await waiting('payment')).toEqual([]);
    service.clock.forward(1.1);
    expect(await waiting('payment')).toEqual([open, failed, paid]);
    await put(`/items/${paid}/payment`, { status: 'paid' });
    await put(`/items/${open}/response`, { response: 'pickup' });
    expect(await waiting('payment')).toEqual([failed]);
    await put(`/items/${failed}/status`, { status: 'finished' });
    expect(await task('payment')).toEqual(NOTHING);
  });
});

describe('a Request is to be', () => {
  it('gone on with once its guest has answered, until it is matched, asked again or closed', async () => {
    const answered = async () => {
      const { ID } = await makeRequest(service.call, here);
      await put(`/requests/${ID}/question`, { question: 'Which brand?' });
      expect(await waiting('guest-answered')).not.toContain(ID);
      service.clock.forward(1 / 24);
      await put(`/requests/${ID}/answer`, { answer: 'Knirps' });
      return ID as number;
    };
    const [matched, asked, closed] = [await answered(), await answered(), await answered()];
    const { count, oldest, records } = await task('guest-answered');
    expect([count, records.map(({ ID }) => ID)]).toEqual([3, [matched, asked, closed]]);
    expect(oldest).toBe((records[0] as unknown as { updatedAt: string }).updatedAt);
    await put(`/requests/${asked}/question`, { question: 'Which color?' });
    await put(`/requests/${closed}/status`, { status: 'not-found' });
    await put(`/requests/${matched}/match`, { itemID: (await service.item(here)).ID });
    expect(await task('guest-answered')).toEqual(NOTHING);
    await service.call('DELETE', `/requests/${matched}/match`);
    expect(await task('guest-answered')).toEqual(NOTHING);
    await put(`/requests/${asked}/answer`, { answer: 'Blue' });
    expect(await waiting('guest-answered')).toEqual([asked]);
  });
});

describe('a message that failed is to be seen to', () => {
  it('of an item, until a later one reaches the owner or the item is closed', async () => {
    const found = async () =>
      (await service.item(here, { owner: { firstName: 'Anna', contactEmail: 'gone@guest.example' } })).ID as number;
    const [one, other] = [await found(), await found()];
    await eventually(async () => expect((await task('message-failed')).count).toBe(2));
    expect(await waiting('message-failed', there)).toEqual([]);
    await put(`/items/${one}`, { owner: { contactEmail: 'anna@guest.example' } });
    expect(await waiting('message-failed')).toEqual([other]);
    await put(`/items/${other}/status`, { status: 'left-behind' });
    expect(await task('message-failed')).toEqual(NOTHING);
    const later = await found();
    await eventually(async () => expect(await waiting('message-failed')).toEqual([later]));
    await worker.get(MessageUpkeep, { strict: false }).settleFailures(1_000);
    expect(await waiting('message-failed')).toEqual([later]);
    const failures = 'select distinct settled, subject_id as id from messages where location_id = $1 and status = $2 order by id';
    expect(await service.sql(failures, [here, 'failed'])).toEqual([
      { settled: true, id: one },
      { settled: true, id: other },
      { settled: false, id: later },
    ]);
  });

  it('of a Request, until it is closed', async () => {
    const { ID } = await makeRequest(service.call, here, { owner: { name: 'Anna', email: 'gone@guest.example' } });
    await eventually(async () => expect(await waiting('message-failed')).toEqual([ID]));
    await put(`/requests/${ID}/status`, { status: 'not-found' });
    expect(await task('message-failed')).toEqual(NOTHING);
  });
});

describe('a probable match is to be seen to', () => {
  let groups = 0;
  beforeEach(async () => {
    ({ call } = await service.group(`matches-${++groups}`));
    [here, there] = [await createLocation(call), await createLocation(call)];
  });
  const thing = { item: 'Burgundy umbrella with a wooden handle', colors: ['burgundy'], location: 'Room 312' };
  const lost = {
    request: 'Burgundy umbrella, wooden handle',
    colors: ['burgundy'],
    location: 'Room 312',
    departuredDate: '2026-11-20 11:00:00',
  };

  it('as soon as Request and item are there, whichever came first', async () => {
    const { ID: found } = await registerItem(call, here, thing);
    const { ID: request } = await makeRequest(call, here, lost);
    expect((await call('GET', `/requests/${request}/candidates`)).body[0]).toMatchObject({ itemID: found });
    await eventually(async () => expect(await waiting('match')).toEqual([request]));
    const { ID: before } = await makeRequest(call, there, {
      request: 'Violin',
      location: 'Room 9',
      departuredDate: '2026-11-20',
    });
    expect(await waiting('match', there)).toEqual([]);
    await registerItem(call, there, { item: 'Violin', location: 'Room 9' });
    await eventually(async () => expect(await waiting('match', there)).toEqual([before]));
    await eventually(async () => expect(await waiting('match')).toEqual([request]));
  });

  it('until it is refused, matched, or one of the two is no longer open or of that kind', async () => {
    const { ID: found } = await registerItem(call, here, thing);
    const { ID: request } = await makeRequest(call, here, lost);
    const shows = (...ids: number[]) => eventually(async () => expect(await waiting('match')).toEqual(ids));
    await shows(request);
    await put(`/requests/${request}/candidates/${found}/rejected`, { rejected: true });
    await shows();
    await put(`/requests/${request}/candidates/${found}/rejected`, { rejected: false });
    await shows(request);
    await put(`/requests/${request}/match`, { itemID: found });
    await shows();
    await call('DELETE', `/requests/${request}/match`);
    await shows(request);
    await put(`/items/${found}`, { item: 'Violin', colors: ['gold'], location: 'Bar' });
    await shows();
    await put(`/items/${found}`, thing);
    await shows(request);
    await put(`/requests/${request}`, { request: 'My passport', colors: ['black'], location: 'Spa' });
    await shows();
    await put(`/requests/${request}`, { ...lost });
    await shows(request);
    await put(`/items/${found}/status`, { status: 'finished' });
    await shows();
    await put(`/items/${found}/reopen`, { reason: 'It was a mistake' });
    await shows(request);
    await put(`/requests/${request}/status`, { status: 'not-found' });
    await shows();
    expect(await service.sql('select * from likely_matches where location_id = $1', [here])).toEqual([]);
  });

  it('by those who see the item too', async () => {
    const owner = { contactEmail: 'zoe@guest.example', firstName: 'Zoë', lastName: "O'Neil" };
    await registerItem(call, there, { ...thing, owner });
    const guest = { name: "Zoë O'Neil", email: 'zoe@guest.example' };
    const { ID } = await makeRequest(call, here, { ...lost, owner: guest });
    await eventually(async () => expect(await waiting('match')).toEqual([ID]));
    await createUser(call, 'desk-here', 'property_subuser', here);
    expect(await waiting('match', here, (await service.signIn('desk-here')).call)).toEqual([]);
  });

  it('is found by the worker for many at once', async () => {
    const requests: number[] = [];
    for (let n = 0; n < 6; n++) requests.push((await makeRequest(call, here, { ...lost, location: `Room ${n}` })).ID);
    for (let n = 0; n < 6; n++) await registerItem(call, here, { ...thing, location: `Room ${n}` });
    await eventually(async () => {
      expect(await service.sql('select * from comparisons_due')).toEqual([]);
      expect((await waiting('match')).sort()).toEqual(requests.sort());
    });
  });
});
