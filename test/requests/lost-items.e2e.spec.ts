import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EraseItem, ITEM_MATCHES, itemStream } from '#contexts/items';
import { isStillTrue, readSubject } from '#contexts/messages';
import { expireRequests, LostMatches } from '#contexts/requests';
import { Persons } from '#contexts/retention';
import { Database, serviceTime } from '#platform/database';
import { BY_ITSELF, EventStore, TimedCommands } from '#platform/event-store';
import type { Caller } from '#platform/kernel';
import { createUser, makeRequest, registerItem } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let locationID: string;
beforeAll(async () => {
  service = await startService();
  locationID = await service.location();
});
afterAll(() => service?.stop());

const GUEST = { name: 'Jo Reed', email: 'jo@example.com' };

async function matched() {
  const { ID: itemID } = await service.item(locationID);
  const { ID: requestID } = await makeRequest(service.call, locationID, { owner: GUEST });
  expect((await service.call('PUT', `/requests/${requestID}/match`, { itemID })).status).toBe(200);
  return { itemID, requestID };
}

describe('a Request opens again', () => {
  it.each([
    ['is deleted', async (itemID: number) => expect((await service.call('DELETE', `/items/${itemID}`)).status).toBe(204)],
    ['is erased by retention', (itemID: number) => service.get(CommandBus).execute(new EraseItem(service.groupID, itemID, true))],
    ['is erased by hand', (itemID: number) => service.get(Persons).eraseItem('demo', itemID)],
  ])('when its item %s, is told, and can be matched to another or deleted', async (_name, end) => {
    const { itemID, requestID } = await matched();
    const { body: before } = await service.call('GET', '/changes?after=now&subject=request');
    await end(itemID);
    const path = `/requests/${requestID}`;
    expect((await service.call('GET', path)).body).toMatchObject({ status: 'registered', matchedItemID: null, resolved: false });
    await expect
      .poll(async () => (await service.call('GET', `/changes?after=${before.next}&subject=request`)).body.changes)
      .toMatchObject([{ ID: requestID, change: 'status', status: 'registered' }]);
    const { ID: other } = await service.item(locationID);
    expect((await service.call('PUT', `${path}/match`, { itemID: other })).body).toMatchObject({ matchedItemID: other });
    await service.call('DELETE', `${path}/match`);
    expect((await service.call('DELETE', path)).status).toBe(204);
  });
});

describe('a Request that an earlier release left with an item that is there no more', () => {
  /** The item alone is told of its end. */
  async function leftBy(end: 'deleted' | 'erased') {
    const { itemID, requestID } = await matched();
    const at = service.clock.now();
    const caller: Caller = {
      group: { id: service.groupID, code: 'demo' },
      actor: { type: 'user', userID: 1 },
      role: 'group_admin',
      scope: { all: true },
      requestID: 'left',
    };
    const command =
      end === 'erased' ? ({ type: 'EraseItem' } as const) : ({ type: 'DeleteItem', caller, at: at.toISOString() } as const);
    await service.get(EventStore).execute(itemStream.of(service.groupID, itemID), command, { cause: BY_ITSELF, at });
    const path = `/requests/${requestID}`;
    expect((await service.call('GET', path)).body).toMatchObject({ status: 'resolved', matchedItemID: itemID });
    return path;
  }

  const opened = { status: 'registered', matchedItemID: null };

  it.each(['deleted', 'erased'] as const)('is opened by the worker, a page at a time, when it is %s', async (end) => {
    const paths = [await leftBy(end), await leftBy(end), await leftBy(end)];
    const { requestID } = await matched();
    const lost = new LostMatches(service.get(Database), service.clock, service.app.get(ITEM_MATCHES, { strict: false }));
    while ((await lost.batch(2)) === 2);
    for (const path of paths) expect((await service.call('GET', path)).body).toMatchObject(opened);
    expect((await service.call('GET', `/requests/${requestID}`)).body).toMatchObject({ status: 'resolved' });
    expect((await service.call('DELETE', paths[0]!)).status).toBe(204);
  });

  it('ends at once where its time is long over, and its guest is told nothing of what was settled then', async () => {
    const path = await leftBy('deleted');
    const told = async () => {
      const [message] = await service.sql(
        `select group_id, subject, subject_id, version, kind, to_json(created_at) #>> '{}' as created_at from messages
          where kind = 'request-not-found' and subject_id = $1`,
        [Number(path.split('/').at(-1))],
      );
      const subject = await readSubject(service.get(Database), message as never, serviceTime(service.clock));
      return isStillTrue('request-not-found', subject!);
    };
    service.clock.forward(200);
    const lost = new LostMatches(service.get(Database), service.clock, service.app.get(ITEM_MATCHES, { strict: false }));
    while ((await lost.batch(100)) === 100);
    while ((await expireRequests(service.get(TimedCommands)).batch(100)) === 100);
    expect((await service.call('GET', path)).body).toMatchObject({ status: 'expired', matchedItemID: null });
    expect(await told()).toBe(false);
    service.clock.forward(-200);
    expect(await told()).toBe(true);
  });
});

it('a person is erased with the Request and the item that its match gave them to', async () => {
  const { itemID, requestID } = await matched();
  await service.get(Persons).erase(GUEST.email, 'demo');
  expect((await service.call('GET', `/items/${itemID}`)).body).toMatchObject({ status: 'anonymized', requestID: null });
  expect((await service.call('GET', `/requests/${requestID}`)).body).toMatchObject({ status: 'anonymized', matchedItemID: null });
});

it('no match is made to an item or by a Request that is deleted or anonymized', async () => {
  const { ID: requestID } = await makeRequest(service.call, locationID, { owner: GUEST });
  const path = `/requests/${requestID}/match`;
  const { ID: deleted } = await service.item(locationID);
  await service.call('DELETE', `/items/${deleted}`);
  expect(await service.call('PUT', path, { itemID: deleted })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'itemID', code: 'unknown_reference' }] },
  });
  const { ID: erased } = await service.item(locationID);
  await service.get(Persons).eraseItem('demo', erased);
  expect(await service.call('PUT', path, { itemID: erased })).toMatchObject({
    status: 409,
    body: { code: 'transition_not_allowed' },
  });
  await service.call('DELETE', `/requests/${requestID}`);
  const { ID: itemID } = await service.item(locationID);
  expect((await service.call('PUT', path, { itemID })).status).toBe(404);
});

it('no link leads to an item or a Request that is deleted or anonymized', async () => {
  const { itemID, requestID } = await matched();
  const link = async (path: string) => (await service.call('POST', `${path}/guest-link`)).status;
  expect([await link(`/items/${itemID}`), await link(`/requests/${requestID}`)]).toEqual([201, 201]);
  await service.get(Persons).erase(GUEST.email, 'demo');
  for (const path of [`/items/${itemID}`, `/requests/${requestID}`])
    expect(await service.call('POST', `${path}/guest-link`)).toMatchObject({
      status: 409,
      body: { code: 'transition_not_allowed' },
    });
  const { ID } = await service.item(locationID);
  await service.call('DELETE', `/items/${ID}`);
  expect(await link(`/items/${ID}`)).toBe(404);
});

it('a payment ends with the item that leaves', async () => {
  const rates = [{ countries: null, weightID: null, price: 9.9, days: '2' }];
  const place = await service.location();
  await service.call('PUT', `/locations/${place}/shipping`, { paidBy: 'guest', currency: 'EUR', rates });
  const { ID } = await service.item(place, { owner: { contactEmail: GUEST.email } });
  const address = { address: 'Way 1', city: 'Bonn', zipCode: '53111', countryID: 'DE' };
  const asked = await service.call('PUT', `/items/${ID}/response`, { response: 'ship', address });
  expect(asked.body.payment.status).toBe('open');
  const taken = await service.call('POST', `/items/${ID}/handover`, { to: 'Jo', identification: 'known' });
  expect(taken.body).toMatchObject({ status: 'finished', payment: { status: 'withdrawn' } });
});

it('an own find keeps its moment where the same is given in another zone', async () => {
  await createUser(service.call, 'finder', 'property_subuser', locationID);
  const { call } = await service.signIn('finder');
  const { ID } = await registerItem(call, locationID);
  const put = async (foundAt: string) => (await call('PUT', `/me/finds/${ID}`, { foundAt })).headers.get('etag');
  expect(await put('2026-11-20T10:00:00+02:00')).toBe('"2"');
  expect(await put('2026-11-20T08:00:00Z')).toBe('"2"');
});

it('a held item is deleted by nobody, as its transitions say', async () => {
  const { ID } = await service.item(locationID);
  await service.call('PUT', `/items/${ID}/hold`, { reason: 'The police asked' });
  expect(await service.call('DELETE', `/items/${ID}`)).toMatchObject({ status: 409, body: { code: 'on_hold' } });
  const { body: steps } = await service.call('GET', `/items/${ID}/transitions`);
  expect(steps.map(({ status }: { status: string }) => status)).not.toContain('deleted');
  await service.call('DELETE', `/items/${ID}/hold`);
  expect((await service.call('DELETE', `/items/${ID}`)).status).toBe(204);
});
