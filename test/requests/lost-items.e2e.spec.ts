import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EraseItem } from '#contexts/items';
import { Persons } from '#contexts/retention';
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
