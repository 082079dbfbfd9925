import { createHash } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EraseItem, PaymentsOfItems, ReportBounce, TakeBackAnswer } from '#contexts/items';
import { EraseRequest } from '#contexts/requests';
import { ForgetPassword, SetPasswordByLink } from '#contexts/users';
import { BY_ITSELF, Rebuilder } from '#platform/event-store';
import type { Caller } from '#platform/kernel';
import { streams } from '#service';
import { type Call, callsWith } from '../support/call.js';
import { createLocation, createRegion, createUser, inCountry, makeRequest, PASSWORD, registerItem } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

describe('rebuilding a projection', () => {
  let service: TestService;
  let call: Call;

  beforeAll(async () => {
    service = await startService();
    call = service.call;
    await tellStories(service);
    await tellOfTime();
  });
  afterAll(() => service.stop());

  /** What no call does: a mailbox that does not exist, and personal data whose time is over. */
  async function tellOfTime(): Promise<void> {
    const { groupID } = service;
    const { body } = await call('GET', '/items?status=waiting-response&limit=2');
    const [bounced, erased] = body.items;
    await service.get(CommandBus).execute(new ReportBounce(groupID, bounced.ID, bounced.owner.contactEmail));
    await service.get(CommandBus).execute(new EraseItem(groupID, erased.ID));
    const { requests } = (await call('GET', '/requests?status=not-found')).body;
    await service.get(CommandBus).execute(new EraseRequest(groupID, requests[0].ID));
  }

  it('is told of every kind of event', async () => {
    const rows = await service.sql('select distinct type from events');
    const known = rebuildable.flatMap(({ events }) => events);
    expect(rows.map(({ type }) => type).sort()).toEqual([...new Set(known)].sort());
  });

  const rebuilder = () => service.get(Rebuilder);

  /** A fingerprint of every row of a table, in an order of its own. */
  async function fingerprint(table: string): Promise<string> {
    const rows = await service.sql(`select t::text as line from "${table}" t order by 1`);
    expect(rows.length, table).toBeGreaterThan(0);
    return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  }

  const rebuildable = streams().subscriptions.filter(({ rebuilds }) => rebuilds.length > 0);

  it.each(rebuildable.map((projection) => [projection.name, projection.rebuilds] as const))(
    'of %s gives the tables that were there',
    async (name, tables) => {
      const before = await Promise.all(tables.map(fingerprint));
      expect(await rebuilder().rebuild(name)).toMatchObject({ events: expect.toSatisfy((count) => count > 0), replaced: 0 });
      expect(await Promise.all(tables.map(fingerprint))).toEqual(before);
    },
  );

  it('loses nothing that is written meanwhile', async () => {
    const locationID = await service.location();
    let registered = 0;
    let stop = false;
    const writing = (async () => {
      while (!stop) {
        await registerItem(call, locationID);
        registered++;
      }
    })();
    for (let round = 0; round < 5; round++) await rebuilder().rebuild('items');
    stop = true;
    await writing;
    const { body } = await call('GET', '/items?limit=1000');
    const there = body.items.filter((item: { locationID: string }) => item.locationID === locationID);
    expect(registered).toBeGreaterThan(0);
    expect(there).toHaveLength(registered);
  });

  it('is refused for outgoing work and for names there are none of', async () => {
    const outgoing = streams().subscriptions.filter(({ rebuilds }) => rebuilds.length === 0);
    expect(outgoing.length).toBeGreaterThan(0);
    for (const { name } of [...outgoing, { name: 'nothing' }])
      await expect(rebuilder().rebuild(name), name).rejects.toThrow(RangeError);
  });
});

/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const found = (call: Call, locationID: string, more: object = {}) =>
  registerItem(call, locationID, {
    owner: { firstName: 'Zoë', contactEmail: 'zoe@example.com', address: { countryID: 'US', state: 'CA' } },
    ...more,
  });

/** Something of every kind of event that a call makes. */
async function tellStories(service: TestService): Promise<void> {
  const { call } = service;
  const [first, second] = [await createLocation(call), await createLocation(call, inCountry('DE'))];
  await call('PUT', `/locations/${first}`, { reference: 'A-1', address: { city: 'Ghent' } });
  await call('PUT', `/locations/${second}/deactivate`);
  await call('PUT', `/locations/${second}/reactivate`);
  const region = await createRegion(call, 'North', first, second);
  await call('PUT', `/regions/${region.ID}`, { name: 'North and East' });
  const passing = await createRegion(call, 'Passing');
  await call('DELETE', `/regions/${passing.ID}`);
  const user = await createUser(call, 'ann', 'property_admin', first);
  await call('PUT', `/users/${user.ID}`, { email: 'ann@example.com', password: 'another password' });
  await call('POST', `/users/${user.ID}/locations`, { regionIDs: [region.ID], countryIDs: ['DE'] });
  await call('DELETE', `/users/${user.ID}/locations`, { countryIDs: ['DE'] });
  await tellOfAccounts(service, first);
  const gone = await createUser(call, 'bob', 'overview_subuser', second);
  await call('DELETE', `/users/${gone.ID}`);
  const item = await found(call, first);
  await call('PUT', `/items/${item.ID}`, { brand: 'Knirps', owner: { lastName: 'Lee' }, customStorageDays: 3 });
  for (const letter of ['a', 'b']) await call('PUT', `/items/${item.ID}`, { imageUrl: `https://example.com/${letter}.jpg` });
  await call('PUT', `/items/${item.ID}/status`, { status: 'finished' });
  await call('PUT', `/items/${item.ID}/reopen`, { reason: 'The guest called' });
  await call('PUT', `/items/${item.ID}/hold`, { reason: 'The police asked for it', until: '2999-12-24T10:00:00Z' });
  await call('DELETE', `/items/${item.ID}/hold`);
  const image = `data:image/png;base64,${PIXEL}`;
  const handover = { to: 'Zoë', identification: 'known', signature: image };
  await call('POST', `/items/${(await found(call, first)).ID}/handover`, handover);
  const disposal = { method: 'donated', recipient: 'Red Cross', reason: 'Perishable' };
  await call('POST', `/items/${(await found(call, first)).ID}/disposal`, disposal);
  await found(call, second, { owner: {} });
  for (let n = 0; n < 2; n++) await found(call, first);
  const sent = await found(call, first);
  await call('POST', `/items/${sent.ID}/messages`, { kind: 'text', text: 'Shall we send it?' });
  await call('PUT', `/items/${sent.ID}/response`, { response: 'ship', address: { city: 'Ghent', countryID: 'BE' } });
  await call('POST', `/items/${sent.ID}/shipment`, { status: 'in-route', carrier: 'Post', trackingNumber: '1' });
  await call('PUT', `/items/${(await found(call, first)).ID}`, { owner: { contactEmail: 'zoe@example.org' } });
  const rates = [{ countries: null, weightID: null, price: 9.9, days: '2–3' }];
  await call('PUT', `/locations/${first}/shipping`, { paidBy: 'guest', currency: 'EUR', rates });
  const payable = await found(call, first);
  await call('PUT', `/items/${payable.ID}/response`, { response: 'ship', address: { city: 'Ghent', countryID: 'BE' } });
  await call('PUT', `/items/${payable.ID}/payment`, { status: 'paid', reference: 'pi_1' });
  const money = { amount: 990, currency: 'EUR' };
  await service.get(PaymentsOfItems).follow(service.groupID, payable.ID, BY_ITSELF, { type: 'NoteReturn', money });
  const failed = { type: 'NoteFailedRefund', reference: null, money, isCounted: false } as const;
  await service.get(PaymentsOfItems).follow(service.groupID, payable.ID, BY_ITSELF, failed);
  const left = await found(call, first);
  await call('PUT', `/items/${left.ID}/response`, { response: 'leave' });
  const guest = {
    group: { id: service.groupID, code: 'demo' },
    actor: { type: 'guest' },
    role: 'overview_subuser',
    scope: { all: true },
  };
  await service.get(CommandBus).execute(new TakeBackAnswer({ ...guest, requestID: 'r3' } as Caller, left.ID));
  const owner = { name: 'Zoë', email: 'zoe@example.com' };
  const requests: number[] = [];
  for (let n = 0; n < 3; n++) {
    requests.push((await makeRequest(call, first, { request: 'A blue umbrella', owner })).ID);
  }
  const [asked, matched, closed] = requests;
  await call('PUT', `/requests/${asked}/question`, { question: 'Which brand?' });
  await call('PUT', `/requests/${asked}/answer`, { answer: 'Knirps' });
  await call('PUT', `/requests/${asked}`, {
    request: 'A red umbrella',
    owner: { name: 'Z' },
    internalNotes: 'Called',
    assignedTo: user.ID,
  });
  await call('PUT', `/requests/${asked}/candidates/${item.ID}/rejected`, { rejected: true });
  await call('PUT', `/requests/${matched}/match`, { itemID: item.ID });
  await call('DELETE', `/requests/${matched}/match`);
  await call('POST', `/requests/${closed}/messages`, { kind: 'resend' });
  await call('PUT', `/requests/${closed}/status`, { status: 'not-found' });
}

/** Invitations, forgotten passwords, disabled users and second factors. */
async function tellOfAccounts(service: TestService, locationID: string): Promise<void> {
  const { call, groupID } = service;
  const person = { email: 'cleo@example.com', userRole: 'overview_subuser', locationID };
  const { body: moved } = await call('POST', '/users/invitations', { ...person, username: 'cleo' });
  await call('PUT', `/users/${moved.ID}`, { email: 'cleo@example.org' });
  const { body: invited } = await call('POST', '/users/invitations', { ...person, username: 'dora' });
  const link = { groupID, userID: invited.ID, link: 1 };
  await service.get(CommandBus).execute(new SetPasswordByLink(link, PASSWORD, { requestID: 'r1' }));
  const own = (await service.signIn('dora')).call;
  const { secret } = (await own('POST', '/me/totp', { currentPassword: PASSWORD })).body;
  await own('PUT', '/me/totp', { code: new TOTP({ secret }).generate() });
  const guess = { username: 'dora', password: PASSWORD, code: 'wrong' };
  for (let wrong = 0; wrong < 5; wrong++) await callsWith(service.url, null)('POST', '/auth/login', guess);
  await call('DELETE', `/users/${invited.ID}/totp`);
  await own('PUT', '/me', { email: 'dora@example.org', language: 'de', currentPassword: PASSWORD });
  await service.get(CommandBus).execute(new ForgetPassword(groupID, invited.ID, { requestID: 'r2' }));
  await call('PUT', `/users/${moved.ID}/disabled`, { disabled: true });
  await call('PUT', `/users/${moved.ID}/disabled`, { disabled: false });
}
