import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeRequest } from '../support/records.js';
import { type GuestService, startGuestService } from './guests.js';

let service: GuestService;
beforeAll(async () => {
  service = await startGuestService();
});
afterAll(() => service?.stop());

/**
 * What the work sends through `Database`, a round trip each: the texts of its statements. The fewest of some tries, as what the process
 * does by itself meanwhile is counted too; the queue has connections of its own.
 */
async function roundTrips(work: () => Promise<unknown>): Promise<string[][]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    const tries: string[][][] = [];
    while (tries.length < 5) {
      query.mockClear();
      await work();
      const sent = query.mock.calls.map(([each]) => (each as { queries?: readonly { text: string }[] }).queries);
      tries.push(sent.flatMap((queries) => (queries ? [queries.map(({ text }) => text)] : [])));
    }
    return tries.toSorted((one, other) => one.length - other.length)[0]!;
  } finally {
    query.mockRestore();
  }
}

it('an owner’s answer takes five round trips: Group, item, what else the page needs, the item’s events, and the commit', async () => {
  const suitcases = await Promise.all(Array.from({ length: 5 }, async () => (await service.suitcase()).ID as number));
  const left = [...suitcases];
  const answer = async () => {
    const path = service.pathTo('item', left.pop()!);
    expect((await fetch(`${service.url + path}/collect`, { method: 'POST', redirect: 'manual' })).status).toBe(303);
  };
  const sent = await roundTrips(answer);
  for (const ID of suitcases) expect((await service.call('GET', `/items/${ID}`)).body.status).toBe('pickup-by-guest');
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

const page = async (path: string) => (await fetch(service.url + path)).text();

it('who collects is told why it is kept longer than was written', async () => {
  const { ID } = await service.suitcase();
  const longer = 'we keep it longer than we first wrote';
  expect(await page(service.pathTo('item', ID))).not.toContain(longer);
  expect(await page(`${service.pathTo('item', ID)}/collect`)).toContain(longer);
  const other = await service.location();
  const { ID: regular } = await service.suitcase({ locationID: other });
  await service.call('PUT', `/locations/${other}`, { storageAfterItemStorageDays: 0 });
  expect(await page(`${service.pathTo('item', regular)}/collect`)).not.toContain(longer);
});

describe('the page of a report', () => {
  it('shows the question beside its answer', async () => {
    const email = 'lena@example.com';
    const { ID } = await makeRequest(service.call, service.locationID, { request: 'Ring', owner: { email } });
    await service.call('PUT', `/requests/${ID}/question`, { question: 'Is a name engraved?' });
    const path = service.pathTo('request', ID, { contact: email });
    await fetch(`${service.url}${path}/answer`, { method: 'POST', body: new URLSearchParams({ answer: 'Yes, Lena' }) });
    expect(await page(path)).toMatch(/Our question<\/dt><dd><bdi>Is a name engraved\?[\s\S]*Yes, Lena/);
  });

  it('gives the address to be kept to those alone to whom no mail brings it', async () => {
    const shown = async (owner: object, contact: string) => {
      const { ID } = await makeRequest(service.call, service.locationID, { request: 'Ring', owner });
      return page(`${service.pathTo('request', ID, { contact })}?made`);
    };
    const byMail = await shown({ email: 'lena@example.com', phoneNumber: '+31 20 765 4321' }, 'lena@example.com');
    expect(byMail).toContain('We have your report');
    expect(byMail).not.toContain('Save this link');
    expect(await shown({ phoneNumber: '+31 20 765 4321' }, '+31 20 765 4321')).toContain('Save this link');
  });
});

describe('“not mine”', () => {
  it('is asked once more, of the item that it is about, and said to be final, with a way back of the same size', async () => {
    const { ID } = await service.suitcase();
    const home = service.pathTo('item', ID);
    const asked = await page(`${home}/not-mine`);
    for (const said of ['Burgundy suitcase', 'images.example.com/suitcase.jpg', 'You can’t change this answer here afterwards.'])
      expect(asked).toContain(said);
    expect(asked).toContain(`<a class="button quiet" href="${home}">Back</a>`);
    expect((await service.call('GET', `/items/${ID}`)).body.status).toBe('waiting-response');
  });

  it('given by mistake is changed by the hotel, which the page tells how to reach', async () => {
    const { ID } = await service.suitcase();
    const home = service.pathTo('item', ID);
    await fetch(`${service.url}${home}/not-mine`, { method: 'POST' });
    const told = await page(home);
    expect(told).toContain('If this was a mistake, please tell us');
    expect(told).toContain('href="tel:+31207654321"');
    expect(told).not.toContain('/take-back');
    expect((await service.call('PUT', `/items/${ID}/reopen`, { reason: 'A slip of the thumb' })).status).toBe(200);
    expect(await page(home)).toContain(`href="${home}/collect"`);
  });
});
