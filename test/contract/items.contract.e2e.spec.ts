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

const { registered, update, setStatus, read } = itemCalls(() => service, KNOWN);

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

  it('beyond: has an ETag, against which a change is checked', async () => {
    const { ID } = await registered();
    const etag = (await service.api.getItem({ path: { itemID: ID } })).headers.get('etag');
    const changed = await update(ID, { brand: 'A' }, { 'If-Match': etag });
    expect(outcome(changed)).toBe('200');
    expect(outcome(await update(ID, { brand: 'B' }, { 'If-Match': etag }))).toBe('412 precondition_failed');
    const stale = { path: { itemID: ID }, body: { status: 'finished' as const }, headers: wrong({ 'If-Match': etag }) };
    expect(outcome(await service.api.changeItemStatus(stale))).toBe('412 precondition_failed');
    expect(outcome(await update(ID, { brand: 'B' }, { 'If-Match': changed.headers.get('etag') }))).toBe('200');
    expect(outcome(await update(ID, { brand: 'C' }, { 'If-Match': '*' }))).toBe('200');
  });

  it('takes no query parameters', async () => {
    const { ID } = await registered();
    expect(outcome(await service.api.getItem({ path: { itemID: ID }, query: wrong({ full: 1 }) }))).toBe('full unknown_field');
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

  it('links lead through every item once', async () => {
    const { items } = (await service.api.listItems({ query: { limit: 1000 } })).body;
    const seen: number[] = [];
    for (let query: object | undefined = { limit: 7 }; query; ) {
      const page: Awaited<ReturnType<typeof service.api.listItems>> = await service.api.listItems({ query: wrong(query) });
      seen.push(...page.body.items.map(({ ID }: { ID: number }) => ID));
      expect(page.body.hasMore, JSON.stringify(query)).toBe('next' in links(page));
      query = links(page).next;
    }
    expect(seen).toEqual(items.map(({ ID }: { ID: number }) => ID));
  });

  it('beyond: counts with count=true', async () => {
    const { items } = (await service.api.listItems({ query: { limit: 1000 } })).body;
    const counted = await service.api.listItems({ query: { limit: 1, count: true } });
    expect(counted.headers.get('x-total-count')).toBe(String(items.length));
    expect((await service.api.listItems()).headers.has('x-total-count')).toBe(false);
  });

  it.each([
    [{ limit: 0 }, 'limit out_of_range'],
    [{ limit: 1001 }, 'limit out_of_range'],
    [{ page: 0 }, 'page out_of_range'],
    [{ after: 0 }, 'after out_of_range'],
    [{ status: 'lost' }, 'status not_allowed'],
    [{ color: 'teal' }, 'color not_allowed'],
    [{ category: 'phone' }, 'category not_allowed'],
    [{ locationID: 'demo:99' }, 'locationID unknown_reference'],
    [{ createdFrom: 'yesterday' }, 'createdFrom invalid_format'],
    [{ offset: 1 }, 'offset unknown_field'],
    [{ Limit: 1 }, 'Limit unknown_field'],
  ])('%o is refused: %s', async (query, fault) =>
    expect(outcome(await service.api.listItems({ query: wrong(query) }))).toBe(fault),
  );

  it('beyond: is filtered by status, Location, category, color, words and time', async () => {
    const { ID, createdAt } = await registered({
      locationID: 'demo:2',
      item: 'Teddy bear',
      categories: ['toy'],
      colors: ['mint'],
    });
    await setStatus(ID, 'finished');
    const moment = `${createdAt.slice(0, 10)}T${createdAt.slice(11)}Z`;
    const filters = { status: 'finished', locationID: 'demo:2', category: 'toy', color: 'mint', q: 'teddy' };
    for (const query of [
      ...Object.entries(filters).map(([name, value]) => ({ [name]: value })),
      { ...filters, createdFrom: moment, createdTo: moment },
      { createdFrom: moment },
      { updatedSince: moment },
    ]) {
      const { body } = await service.api.listItems({ query: wrong({ limit: 1000, ...query }) });
      expect([query, body.items.map((item: { ID: number }) => item.ID)]).toEqual([query, expect.arrayContaining([ID])]);
    }
    const none = await service.api.listItems({ query: { ...(filters as object), color: 'gold' } });
    expect(none.body.items).toEqual([]);
  });
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
