import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type GuestService, startGuestService } from './guests.js';

let service: GuestService;
beforeAll(async () => {
  service = await startGuestService();
});
afterAll(() => service?.stop());

/** What the work sends through `Database`, a round trip each: the texts of its statements. The queue has connections of its own. */
async function roundTrips(work: () => Promise<unknown>): Promise<string[][]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const sent = query.mock.calls.map(([each]) => (each as { queries?: readonly { text: string }[] }).queries);
    return sent.flatMap((queries) => (queries ? [queries.map(({ text }) => text)] : []));
  } finally {
    query.mockRestore();
  }
}

it('an owner’s answer takes five round trips: Group, item, what else the page needs, the item’s events, and the commit', async () => {
  const { ID } = await service.suitcase();
  const answer = async () => {
    const sent = await fetch(`${service.url + service.pathTo('item', ID)}/collect`, { method: 'POST', redirect: 'manual' });
    expect(sent.status).toBe(303);
  };
  const sent = await roundTrips(answer);
  expect((await service.call('GET', `/items/${ID}`)).body.status).toBe('pickup-by-guest');
  expect(sent).toHaveLength(5);
  for (const table of [/from "items"/, /from "locations"/, /from guest_settings/])
    expect(sent.flat().filter((text) => table.test(text))).toHaveLength(1);
});

it('the page of an item takes three', async () => {
  const { ID } = await service.suitcase();
  const sent = await roundTrips(async () => {
    expect((await fetch(service.url + service.pathTo('item', ID))).status).toBe(200);
  });
  expect(sent).toHaveLength(3);
});
