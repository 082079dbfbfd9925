import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wrong } from '../support/client.js';
import { type Contract, links, outcome, startContract, TIMESTAMP } from './contract.js';

let service: Contract;
beforeAll(async () => {
  service = await startContract();
  await service.location(); // demo:1
  await service.location(); // demo:2
});
afterAll(() => service?.stop());

const KNOWN = {
  item: 'Umbrella',
  location: 'Room 312',
  departuredDate: '2026-11-20 11:00:00',
  locationID: 'demo:1',
  shipping: { weight: { ID: 2 }, dimensions: { fitsInServicePackaging: false, width: 10, length: 20, height: 30 } },
  itemStorage: 'Shelf',
  internalNotes: 'Wet',
  imageUrl: 'https://example.com/a.jpg',
  customStorageDays: 30,
  brand: 'Fulton',
  colors: ['black', 'red'],
  categories: ['misc'],
  owner: {
    firstName: 'Anna',
    lastName: 'Schmidt',
    contactEmail: 'anna@example.com',
    phoneNumber: '+49 40 123456',
    reservationNumber: 'R-1',
    address: { address: '1 Main St', city: 'Boston', countryID: 'US', state: 'MA', zipCode: '02108' },
  },
} as const;

const registered = async (changes: object = {}) => {
  const answer = await service.api.registerItem({ body: wrong({ ...KNOWN, ...changes }) });
  expect(outcome(answer)).toBe('201');
  return answer.body;
};
const update = (itemID: number, body: object, headers?: object) =>
  service.api.updateItem({ path: { itemID }, body: wrong(body), headers: wrong(headers) });
const setStatus = (itemID: number, status: unknown) =>
  service.api.changeItemStatus({ path: { itemID }, body: wrong({ status }) });
const read = async (itemID: number) => (await service.api.getItem({ path: { itemID } })).body;

describe('PUT /items/:itemID', () => {
  it('answers 200 with the full record', async () => {
    const before = await registered();
    const answer = await update(before.ID, { brand: 'Senz' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, brand: 'Senz', updatedAt: expect.stringMatching(TIMESTAMP) });
    expect(await read(before.ID)).toEqual(answer.body);
  });

  it.each([
    { item: 'Walking stick' },
    { location: 'Lobby' },
    { itemStorage: 'Safe' },
    { internalNotes: 'Dry' },
    { imageUrl: 'https://example.com/b.png' },
    { brand: 'Senz' },
    { colors: ['blue'] },
    { categories: ['toy', 'bag'] },
  ])('changes %o and keeps every other field', async (changes) => {
    const before = await registered();
    expect((await update(before.ID, changes)).body).toEqual({
      ...before,
      ...changes,
      updatedAt: expect.stringMatching(TIMESTAMP),
    });
  });

  it('takes a body without any field, and changes nothing then', async () => {
    const before = await registered();
    expect(await update(before.ID, {})).toMatchObject({ status: 200, body: before });
  });

  it.each(['itemStorage', 'internalNotes', 'imageUrl', 'customStorageDays', 'brand'])('clears %s with null', async (field) => {
    const before = await registered();
    const { body } = await update(before.ID, { [field]: null });
    expect(body[field]).toBeNull();
    expect((await read(before.ID))[field]).toBeNull();
  });

  it('replaces colors and categories, also with none', async () => {
    const { ID } = await registered();
    expect((await update(ID, { colors: ['gold'], categories: [] })).body).toMatchObject({ colors: ['gold'], categories: [] });
  });

  it('takes the three formats of departuredDate and no other', async () => {
    const { ID } = await registered();
    for (const departuredDate of ['2026-10-01 01:02:03', '2026-10-01T01:02:03.004Z', '2026-10-01T01:02:03']) {
      expect((await update(ID, { departuredDate })).body.departuredDate).toBe('2026-10-01 00:00:00.000');
    }
    expect(outcome(await update(ID, { departuredDate: '2026-10-01' }))).toBe('departuredDate invalid_format');
  });

  it('customStorageDays moves the end of storage, and null moves it back', async () => {
    const { ID, createdAt } = await registered();
    const days = ({ storageExpiresAt }: { storageExpiresAt: string }) =>
      (Date.parse(`${storageExpiresAt}Z`) - Date.parse(`${createdAt}Z`)) / 86_400_000;
    expect(days((await update(ID, { customStorageDays: 7 })).body)).toBe(7);
    expect(days((await update(ID, { customStorageDays: null })).body)).toBe(90);
  });

  it.each([
    [{ locationID: 'demo:2' }, 'locationID unknown_field'],
    [{ languageID: 1 }, 'languageID unknown_field'],
    [{ languageCode: 'en' }, 'languageCode unknown_field'],
    [{ status: 'finished' }, 'status unknown_field'],
    [{ ID: 1 }, 'ID unknown_field'],
    [{ owner: { nickname: 'A' } }, 'owner.nickname unknown_field'],
    [{ item: '' }, 'item too_short'],
    [{ location: ' ' }, 'location too_short'],
    [{ item: 'x'.repeat(2001) }, 'item too_long'],
    [{ colors: ['black', 'teal'] }, 'colors.1 not_allowed'],
    [{ customStorageDays: 0 }, 'customStorageDays out_of_range'],
    [{ imageUrl: 'https://example.com/a.pdf' }, 'imageUrl invalid_format'],
    [{ owner: { contactEmail: 'x' } }, 'owner.contactEmail invalid_format'],
    [{ owner: { phoneNumber: '040 123' } }, 'owner.phoneNumber invalid_format'],
  ])('%o is refused: %s', async (changes, fault) => {
    const before = await registered();
    expect(outcome(await update(before.ID, changes))).toBe(fault);
    expect(await read(before.ID)).toEqual(before);
  });

  it.each(['item', 'location', 'departuredDate', 'shipping', 'colors', 'categories', 'owner'])(
    '%s cannot be cleared',
    async (field) => {
      const { ID } = await registered();
      expect(await update(ID, { [field]: null })).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    },
  );
});

describe('updating the owner', () => {
  it('merges field by field, the address likewise', async () => {
    const { ID, owner } = await registered();
    expect((await update(ID, { owner: { firstName: 'Anne' } })).body.owner).toEqual({ ...owner, firstName: 'Anne' });
    expect((await update(ID, { owner: { address: { city: 'Salem', zipCode: null } } })).body.owner).toEqual({
      ...owner,
      firstName: 'Anne',
      address: { ...owner.address, city: 'Salem', zipCode: null },
    });
    expect((await update(ID, { owner: {} })).body.owner.address.city).toBe('Salem');
    expect((await update(ID, { owner: { address: {} } })).body.owner.address.city).toBe('Salem');
  });

  it.each(['firstName', 'lastName', 'contactEmail', 'phoneNumber', 'reservationNumber', 'activityNumber', 'agreementNumber'])(
    'clears %s with null',
    async (field) => {
      const { ID, owner } = await registered();
      expect((await update(ID, { owner: { [field]: null } })).body.owner).toEqual({ ...owner, [field]: null });
    },
  );

  it('clears the whole address with null', async () => {
    const { ID } = await registered();
    expect((await update(ID, { owner: { address: null } })).body.owner.address).toBeNull();
  });

  it('a state must be one of the country that stands then', async () => {
    const { ID } = await registered();
    const address = (fields: object) => update(ID, { owner: { address: fields } });
    expect(outcome(await address({ state: 'NSW' }))).toBe('owner.address.state not_allowed');
    expect((await address({ state: 'NY' })).body.owner.address.state).toBe('NY');
    expect(outcome(await address({ countryID: 'AU', state: 'NY' }))).toBe('owner.address.state not_allowed');
    expect((await address({ countryID: 'AU', state: 'NSW' })).body.owner.address).toMatchObject({
      countryID: 'AU',
      state: 'NSW',
    });
  });

  it('a stored state that the new country does not have becomes null', async () => {
    const { ID } = await registered();
    const { body } = await update(ID, { owner: { address: { countryID: 'DE' } } });
    expect(body.owner.address).toMatchObject({ countryID: 'DE', state: null, city: 'Boston' });
  });

  it('a contact that was missing lets the item wait for a response', async () => {
    const { ID, status } = await registered({ owner: { firstName: 'Anna' } });
    expect(status).toBe('contact-missing');
    expect((await update(ID, { owner: { phoneNumber: '+49 40 123456' } })).body.status).toBe('waiting-response');
  });
});

describe('updating shipping', () => {
  it('needs dimensions with fitsInServicePackaging; its other parts are merged', async () => {
    const { ID } = await registered();
    expect(outcome(await update(ID, { shipping: {} }))).toBe('shipping.dimensions required');
    expect(outcome(await update(ID, { shipping: { weight: { ID: 3 } } }))).toBe('shipping.dimensions required');
    expect(outcome(await update(ID, { shipping: { dimensions: {} } }))).toBe(
      'shipping.dimensions.fitsInServicePackaging required',
    );
    expect((await update(ID, { shipping: { dimensions: { fitsInServicePackaging: true } } })).body.shipping).toEqual({
      weight: { ID: 2 },
      dimensions: { fitsInServicePackaging: true, width: null, length: null, height: null },
    });
    const both = { weight: { ID: 6 }, dimensions: { fitsInServicePackaging: false, width: 1, length: 2, height: 3 } };
    expect((await update(ID, { shipping: both })).body.shipping).toEqual(both);
  });

  it('keeps the service class unless it is cleared with null', async () => {
    const { ID } = await registered();
    const weightAfter = async (weight: unknown) =>
      (await update(ID, { shipping: { weight, dimensions: { fitsInServicePackaging: true } } })).body.shipping.weight;
    expect(await weightAfter(undefined)).toEqual({ ID: 2 });
    expect(await weightAfter({})).toEqual({ ID: 2 });
    expect(await weightAfter({ ID: null })).toBeNull();
    expect(await weightAfter({ ID: 3 })).toEqual({ ID: 3 });
    expect(await weightAfter(null)).toBeNull();
  });

  it('needs width, length and height when it does not fit', async () => {
    const { ID } = await registered();
    expect(outcome(await update(ID, { shipping: { dimensions: { fitsInServicePackaging: false, width: 5 } } }))).toBe(
      'shipping.dimensions.height required, shipping.dimensions.length required',
    );
  });
});

describe('PUT /items/:itemID/status', () => {
  it.each(['left-behind', 'finished'])('takes %s and answers the full record', async (status) => {
    const before = await registered();
    const answer = await setStatus(before.ID, status);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({ ...before, status, updatedAt: expect.stringMatching(TIMESTAMP) });
    expect(await read(before.ID)).toEqual(answer.body);
  });

  it('finished and left-behind may replace each other; the status it already has changes nothing', async () => {
    const { ID } = await registered();
    await setStatus(ID, 'finished');
    expect((await setStatus(ID, 'left-behind')).body.status).toBe('left-behind');
    const before = await read(ID);
    expect(await setStatus(ID, 'left-behind')).toMatchObject({ status: 200, body: before });
    expect((await setStatus(ID, 'finished')).body.status).toBe('finished');
  });

  it.each(['waiting-response', 'expired', 'deleted', 'Finished', 'lost', ''])('%j is refused', async (status) => {
    expect(outcome(await setStatus((await registered()).ID, status))).toBe('status not_allowed');
  });

  it('needs status, and nothing beside it', async () => {
    const path = { itemID: (await registered()).ID };
    expect(outcome(await service.api.changeItemStatus({ path, body: wrong({}) }))).toBe('status required');
    const more = wrong({ status: 'finished', note: 'x' });
    expect(outcome(await service.api.changeItemStatus({ path, body: more }))).toBe('note unknown_field');
    expect(outcome(await setStatus(path.itemID, 1))).toBe('status invalid_type');
  });
});

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
      expect(page.body.hasMore).toBe('next' in links(page));
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
