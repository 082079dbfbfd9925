import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wrong } from '../support/client.js';
import { type Contract, links, outcome, startContract } from './contract.js';
import { itemCalls, KNOWN } from './items.js';

let service: Contract;
beforeAll(async () => {
  service = await startContract();
  await service.location(); // demo:1
  await service.location(); // demo:2
});
afterAll(() => service?.stop());

const { registered, read } = itemCalls(() => service, KNOWN);

describe('GET /items/:itemID', () => {
  it.each(['9999', '0', '-1', '1.5', 'abc', '99999999999999'])('%s is 404', async (itemID) => {
    const path = { itemID: wrong(itemID) };
    expect(outcome(await service.api.getItem({ path }))).toBe('404 not_found');
    expect(outcome(await service.api.updateItem({ path, body: {} }))).toBe('404 not_found');
    expect(outcome(await service.api.changeItemStatus({ path, body: { status: 'finished' } }))).toBe('404 not_found');
  });

  it('an item of another Group is 404', async () => {
    const { ID: itemID } = await registered();
    expect(outcome(await service.other.getItem({ path: { itemID } }))).toBe('404 not_found');
    expect(outcome(await service.other.updateItem({ path: { itemID }, body: {} }))).toBe('404 not_found');
  });
});

describe('GET /items', () => {
  it('is an envelope of 10 items, newest first', async () => {
    for (let n = 0; n < 12; n++) await registered();
    const { status, body } = await service.api.listItems();
    expect(status).toBe(200);
    expect(body).toEqual({ items: expect.any(Array), hasMore: true, limit: 10, page: 1 });
    expect(body.items).toHaveLength(10);
    const IDs = body.items.map(({ ID }: { ID: number }) => ID);
    expect(IDs).toEqual(IDs.toSorted((one: number, other: number) => other - one));
    expect(body.items[0]).toEqual(await read(IDs[0]));
  });

  it('is paged, and its pages are linked', async () => {
    const all = (await service.api.listItems({ query: { limit: 1000 } })).body;
    expect(all.hasMore).toBe(false);
    const page = await service.api.listItems({ query: { limit: 3, page: 2 } });
    expect(page.body).toEqual({ items: all.items.slice(3, 6), hasMore: true, limit: 3, page: 2 });
    const rel = links(page);
    expect(rel.first).toEqual({ limit: '3', page: '1' });
    expect(rel.prev).toEqual({ limit: '3', page: '1' });
    expect(rel.next).toMatchObject({ limit: '3', after: String(page.body.items[2].ID) });
    const next = await service.api.listItems({ query: wrong(rel.next) });
    expect(next.body.items).toEqual(all.items.slice(6, 9));
    const past = await service.api.listItems({ query: { page: 999 } });
    expect(past.body).toEqual({ items: [], hasMore: false, limit: 10, page: 999 });
  });

  it.each([
    [{ locationID: 'demo:99' }, 'locationID unknown_reference'],
    [{ createdFrom: 'yesterday' }, 'createdFrom invalid_format'],
  ])('%o is refused: %s', async (query, fault) =>
    expect(outcome(await service.api.listItems({ query: wrong(query) }))).toBe(fault),
  );
});

describe('beyond: q', () => {
  let ID: number;
  beforeAll(async () => {
    const address = {
      address: 'Rue des Œillets 3',
      city: 'Besançon',
      zipCode: '25000',
      countryID: 'FR',
      companyName: 'Horlogerie Blot',
    };
    const owner = { firstName: 'Zoë', lastName: 'Lefèvre', contactEmail: 'zoe@blot.example', phoneNumber: '+33 3 81 61 50 50' };
    const numbers = { reservationNumber: 'R-77120', agreementNumber: 'AG/9' };
    const item = { item: 'Valise cabine', brand: 'Delsey', location: 'Étage 4', owner: { ...owner, ...numbers, address } };
    ({ ID } = await registered(item));
  });
  const found = async (q: string) =>
    (await service.api.listItems({ query: { q, limit: 1000 } })).body.items.some((item: { ID: number }) => item.ID === ID);

  it.each([
    'valise',
    'VALI',
    'cabine valise',
    'delsey',
    'etage 4',
    'lefevre',
    'LEFÈVRE',
    'zoe',
    'blot.example',
    'R-77120',
    'ag 9',
  ])('%s finds it', async (q) => expect(await found(q)).toBe(true));
  it.each(['besancon', '25000', 'horlogerie', 'rue oeillets', '+33 3 81', '3338161'])('%s finds it by its owner', async (q) =>
    expect(await found(q)).toBe(true),
  );
  it.each(['alise', 'valise rouge', 'submarine', '&', 'null'])('%s does not', async (q) => expect(await found(q)).toBe(false));
});

describe('GET /locations/:locationID/items', () => {
  it('is the same listing of one Location', async () => {
    await registered({ locationID: 'demo:2' });
    const { ID } = await registered({ locationID: 'demo:2' });
    const { body } = await service.api.listLocationItems({ path: { locationID: 'demo:2' }, query: { limit: 1 } });
    expect(body).toMatchObject({ items: [{ ID, locationID: 'demo:2' }], hasMore: true, limit: 1, page: 1 });
    const all = (await service.api.listLocationItems({ path: { locationID: 'demo:1' }, query: { limit: 1000 } })).body.items;
    expect(new Set(all.map(({ locationID }: { locationID: string }) => locationID))).toEqual(new Set(['demo:1']));
    expect((await service.api.listLocationItems({ path: { locationID: 'demo:1' } })).body.limit).toBe(10);
  });

  it.each(['demo:99', 'other:1', 'nonsense'])('of %s is 404', async (locationID) => {
    expect(outcome(await service.api.listLocationItems({ path: { locationID } }))).toBe('404 not_found');
  });
});
