import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, findStays, listDeskTasks, listItems, listRequests } from '#client';
import { fillHotel } from '#demo';
import { startDemo } from '../support/demo.js';

describe('the hotel of the demo', () => {
  let service: Awaited<ReturnType<typeof startDemo>>;
  let client: ReturnType<typeof connect>;
  beforeAll(async () => {
    service = await startDemo();
    client = connect({ baseUrl: service.url, token: service.demo.apiToken });
    await fillHotel(client, service.demo.locations[0]!);
  });
  afterAll(() => service?.stop());

  it('has finds in every state that its staff meet, most with a photo, and nothing that is called twice', async () => {
    const { items } = (await listItems({ client, query: { limit: 100 } })).data!;
    expect(new Set(items.map(({ status }) => status))).toEqual(
      new Set([
        'contact-missing',
        'waiting-response',
        'wrong-owner',
        'pickup-by-guest',
        'shipment-paid',
        'pickup-scheduled',
        'in-route',
        'delivered',
        'left-behind',
        'finished',
      ]),
    );
    expect(items.filter(({ photos }) => photos.length > 0).length).toBeGreaterThan(items.length / 2);
    expect(new Set(items.map(({ item }) => item)).size).toBe(items.length);
    // README's first call is answered with the next number.
    expect(items[0]!.ID).toBe(24);
  });

  it('has reports, a stay in a room with a find, and work that waits', async () => {
    const { requests } = (await listRequests({ client })).data!;
    expect(requests.map(({ status }) => status).toSorted()).toEqual(['registered', 'registered', 'waiting-guest-response']);
    const on = new Date().toISOString().slice(0, 10);
    const stays = (await findStays({ client, path: { locationID: 'demo:1' }, query: { room: '226', on } })).data!;
    expect(stays).toMatchObject([{ guest: { lastName: 'Larsson' } }]);
    const { tasks } = (await listDeskTasks({ client })).data!;
    expect(tasks.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['hand-over', 'pack', 'no-contact']));
  });
});
