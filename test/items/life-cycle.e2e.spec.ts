import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireItems } from '#contexts/items';
import { ApiTokens } from '#contexts/sign-in';
import { TimedCommands } from '#platform/event-store';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let locationID: string;
beforeAll(async () => {
  service = await startService();
  locationID = await service.location({ itemStorageDays: 1, storageAfterItemStorageDays: 7 });
});
afterAll(() => service?.stop());

const expireDue = () => expireItems(service.get(TimedCommands)).batch(100);

async function registered(owner: object = { contactEmail: 'anna@example.com' }): Promise<string> {
  return `/items/${(await service.item(locationID, { owner })).ID}`;
}

describe('an item’s life', () => {
  it('goes from the owner’s answer through the shipment to its delivery', async () => {
    const path = await registered();
    expect((await service.call('PUT', `${path}/response`, { response: 'ship' })).body).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'address', code: 'required' }],
    });
    const address = { address: 'Hauptstraße 5', city: 'Hamburg', countryID: 'DE' };
    const paid = await service.call('PUT', `${path}/response`, { response: 'ship', address });
    expect(paid).toMatchObject({ status: 200, body: { status: 'shipment-paid', owner: { address: { city: 'Hamburg' } } } });
    expect((await service.call('PUT', `${path}/response`, { response: 'leave' })).body.code).toBe('transition_not_allowed');

    const parcel = { carrier: 'DHL', trackingNumber: '0034', cost: 0 };
    const moved = await service.call('POST', `${path}/shipment`, { status: 'in-route', ...parcel });
    expect(moved).toMatchObject({ status: 200, body: { status: 'in-route' } });
    // Nothing was bought here.
    const own = {
      provider: null,
      service: null,
      trackingUrl: null,
      currency: null,
      bookedAt: null,
      problem: null,
      labelUrl: null,
    };
    expect((await service.call('GET', `${path}/shipment`)).body).toEqual({ status: 'in-route', ...parcel, ...own });
    expect((await service.call('POST', `${path}/shipment`, { status: 'pickup-scheduled' })).status).toBe(409);
    expect((await service.call('POST', `${path}/shipment`, { status: 'delivered' })).body.status).toBe('delivered');
  });

  it('is reported by a carrier, to whom nothing of owner, room and notes is shown', async () => {
    const { token } = await service.get(ApiTokens).create(service.groupID, 'carrier');
    const owner = { firstName: 'Anna', contactEmail: 'anna@example.com', address: { address: 'Hauptstraße 5', countryID: 'DE' } };
    const path = await registered(owner);
    await service.call('PUT', path, {
      internalNotes: 'A regular',
      itemStorage: 'Shelf B3',
      location: 'Suite 1',
      foundBy: 'Janssen',
      hiddenMark: 'Initials',
    });
    const carrier = service.as(token);
    const report = (status: string) => carrier('POST', `${path}/shipment`, { status, trackingNumber: '0034' });
    expect((await report('in-route')).status).toBe(404);
    await service.call('PUT', `${path}/response`, { response: 'ship' });
    const moved = await report('in-route');
    expect(moved).toMatchObject({ status: 200, body: { item: 'Umbrella', status: 'in-route' } });
    const shown = JSON.stringify(moved.body);
    expect(
      ['Anna', 'anna@', 'Hauptstr', 'regular', 'Shelf', 'Suite', 'Janssen', 'Initials'].filter((hidden) =>
        shown.includes(hidden),
      ),
    ).toEqual([]);
    const { body } = await service.call('GET', path);
    expect(body).toMatchObject({ status: 'in-route', location: 'Suite 1', owner: { firstName: 'Anna' } });
    for (const [method, other] of [
      ['GET', path],
      ['GET', `${path}/shipment`],
      ['GET', '/locations'],
      ['PUT', path],
    ] as const) {
      expect([other, (await carrier(method, other, method === 'PUT' ? {} : undefined)).status]).toEqual([other, 403]);
    }
  });

  it('lists the statuses it may take next with calls that do it', async () => {
    const path = await registered();
    const { body: transitions } = await service.call('GET', `${path}/transitions`);
    expect(transitions).toContainEqual({
      status: 'pickup-by-guest',
      call: { method: 'PUT', path: `/api/v2${path}/response`, body: { response: 'pickup' } },
    });
    for (const { status, call } of transitions) {
      const other = await registered({ contactEmail: 'a@example.com', address: { city: 'Bonn', countryID: 'DE' } });
      const done = await service.call(call.method, call.path.replace(`/api/v2${path}`, other), call.body ?? undefined);
      const became = done.status === 204 ? 'deleted' : done.body.status;
      expect([call.path, became]).toEqual([call.path, status]);
    }
  });

  it('is gone once it is deleted, and kept in history', async () => {
    const path = await registered();
    expect(await service.call('DELETE', path)).toMatchObject({ status: 204, body: null });
    expect((await service.call('GET', path)).status).toBe(404);
    expect((await service.call('DELETE', path)).status).toBe(404);
    expect((await service.call('PUT', `${path}/response`, { response: 'leave' })).status).toBe(404);
  });

  it('is not touched from another Group', async () => {
    const path = await registered();
    const { call: other } = await service.group('other');
    expect((await other('DELETE', path)).status).toBe(404);
    expect((await other('PUT', `${path}/response`, { response: 'leave' })).status).toBe(404);
    expect((await other('GET', `${path}/transitions`)).status).toBe(404);
  });

  it('ends with its storage, later for who comes to collect', async () => {
    const [waiting, collected] = [await registered(), await registered()];
    const picked = await service.call('PUT', `${collected}/response`, { response: 'pickup' });
    const { createdAt, storageExpiresAt } = picked.body;
    expect(Date.parse(storageExpiresAt) - Date.parse(createdAt)).toBe(8 * 24 * 60 * 60 * 1000);

    service.clock.forward(1);
    expect((await service.call('PUT', `${waiting}/response`, { response: 'leave' })).status).toBe(409);
    await Promise.all([expireDue(), expireDue()]);
    expect((await service.call('GET', waiting)).body.status).toBe('expired');
    expect((await service.call('GET', collected)).body.status).toBe('pickup-by-guest');
    service.clock.forward(7);
    await expireDue();
    expect((await service.call('GET', collected)).body.status).toBe('expired');
    expect(await expireDue()).toBe(0);

    const back = await service.call('PUT', waiting, { customStorageDays: 20 });
    expect(back.body.status).toBe('waiting-response');
  });
});
