import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

const ITEMS = 60;
const COLORS = ['black', 'red', 'blue'];
const CATEGORIES = ['bag', 'toy'];

// biome-ignore lint/suspicious/noExplicitAny: records are looked into without restating their types
type Item = any;

let service: TestService;
let places: string[];
let all: Item[];
beforeAll(async () => {
  service = await startService();
  places = [await service.location(), await service.location(), await service.location()];
  for (let n = 0; n < ITEMS; n++) {
    const owner = { reservationNumber: `Res-${n % 7} ${n}`, ...(n % 3 === 0 ? {} : { contactEmail: `guest${n}@example.com` }) };
    await service.item(places[n % 3]!, {
      item: n % 5 === 0 ? 'Umbrella' : 'Suitcase',
      departuredDate: `2026-10-${String(1 + (n % 28)).padStart(2, '0')} 11:00:00`,
      colors: n % 4 === 0 ? ['black', 'red'] : [COLORS[n % 3]],
      categories: [CATEGORIES[n % 2]],
      owner,
      itemStorage: n === 7 ? 'Cupboard Zebra' : null,
      internalNotes: n === 8 ? 'Walrus on the lid' : null,
      externalID: n % 10 === 0 ? `PMS-${n}` : null,
      customStorageDays: 10 + ((n * 7) % 40),
    });
    service.clock.forward(1 / 24);
  }
  const open = (await list({ limit: 1000 })).items;
  for (const { ID } of open.filter((item: Item) => item.ID % 6 === 0)) {
    await service.call('PUT', `/items/${ID}/status`, { status: ID % 12 === 0 ? 'finished' : 'left-behind' });
    service.clock.forward(1 / 86_400);
  }
  await service.call('DELETE', `/items/${open[0].ID}`);
  all = (await list({ limit: 1000 })).items;
}, 120_000);
afterAll(() => service?.stop());

async function list(query: Record<string, unknown>, call = service.call) {
  const { status, body, headers } = await call('GET', `/items?${new URLSearchParams(query as Record<string, string>)}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { items: body.items as Item[], next: /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null, headers };
}

const ids = (items: Item[]) => items.map(({ ID }) => ID as number);
const time = (record: string) => Date.parse(`${record.replace(' ', 'T')}Z`);
const EXPIRING = ['contact-missing', 'waiting-response', 'wrong-owner', 'pickup-by-guest'];
const rfc = (record: string) => `${record.replace(' ', 'T')}Z`;
const reached = ({ owner }: Item) => owner.contactEmail !== null || owner.phoneNumber !== null;

/** Each filter with what it means, over the records themselves. */
const FILTERS: Record<string, () => [query: Record<string, unknown>, means: (item: Item) => boolean]> = {
  'a status': () => [{ status: 'finished' }, ({ status }) => status === 'finished'],
  'several statuses': () => [{ status: 'finished,contact-missing' }, ({ status }) => /^(finished|contact-missing)$/.test(status)],
  'a Location': () => [{ locationID: places[1] }, ({ locationID }) => locationID === places[1]],
  'a Location and statuses': () => [
    { locationID: places[0], status: 'left-behind,finished' },
    ({ locationID, status }) => locationID === places[0] && /left|fin/.test(status),
  ],
  'a category': () => [{ category: 'toy' }, ({ categories }) => categories.includes('toy')],
  'a color': () => [{ color: 'red' }, ({ colors }) => colors.includes('red')],
  'category, color and status': () => [
    { category: 'bag', color: 'black', status: 'waiting-response' },
    ({ categories, colors, status }) => categories.includes('bag') && colors.includes('black') && status === 'waiting-response',
  ],
  'a contact': () => [{ hasContact: true }, reached],
  'no contact': () => [{ hasContact: false }, (item) => !reached(item)],
  'no contact, a color': () => [{ hasContact: false, color: 'red' }, (item) => !reached(item) && item.colors.includes('red')],
  'a key': () => [{ externalID: 'PMS-20' }, ({ externalID }) => externalID === 'PMS-20'],
  'a key in other letters': () => [{ externalID: 'pms-20' }, () => false],
  'a reservation': () => [{ reservationNumber: 'rEs3-10' }, ({ owner }) => owner.reservationNumber === 'Res-3 10'],
  'departures from': () => [{ departuredFrom: '2026-10-20' }, ({ departuredDate }) => departuredDate >= '2026-10-20'],
  'departures of a day': () => [
    { departuredFrom: '2026-10-05', departuredTo: '2026-10-05' },
    ({ departuredDate }) => departuredDate.startsWith('2026-10-05'),
  ],
  'created from': () => [{ createdFrom: rfc(all[20].createdAt) }, ({ createdAt }) => createdAt >= all[20].createdAt],
  'created to': () => [{ createdTo: rfc(all[20].createdAt) }, ({ createdAt }) => createdAt <= all[20].createdAt],
  'created within a day': () => [
    { createdFrom: all[30].createdAt.slice(0, 10), createdTo: all[30].createdAt.slice(0, 10) },
    ({ createdAt }) => createdAt.startsWith(all[30].createdAt.slice(0, 10)),
  ],
  'changed since, elsewhere on Earth': () => [
    { updatedSince: new Date(time(all[9].updatedAt) + 5.5 * 3_600_000).toISOString().replace('Z', '+05:30') },
    ({ updatedAt }) => updatedAt >= all[9].updatedAt,
  ],
  'changed since, a color': () => [
    { updatedSince: rfc(all[9].updatedAt), color: 'blue' },
    ({ updatedAt, colors }) => updatedAt >= all[9].updatedAt && colors.includes('blue'),
  ],
  'soon to expire': () => [
    { expiresBefore: rfc(all[15].storageExpiresAt) },
    ({ status, storageExpiresAt }) => EXPIRING.includes(status) && storageExpiresAt < all[15].storageExpiresAt,
  ],
  words: () => [{ q: 'umbr' }, ({ item }) => item === 'Umbrella'],
  'words of where it is stored': () => [{ q: 'zebra' }, ({ itemStorage }) => itemStorage === 'Cupboard Zebra'],
  'words of a note': () => [{ q: 'lid walrus' }, ({ internalNotes }) => internalNotes === 'Walrus on the lid'],
  'words of a key': () => [{ q: 'pms 30' }, ({ externalID }) => externalID === 'PMS-30'],
};

const SORTS: Record<string, (one: Item, other: Item) => number> = {
  '-created': (one, other) => other.ID - one.ID,
  updated: (one, other) => time(one.updatedAt) - time(other.updatedAt) || one.ID - other.ID,
  expires: (one, other) => {
    const end = (item: Item) => (EXPIRING.includes(item.status) ? time(item.storageExpiresAt) : Number.MAX_SAFE_INTEGER);
    return end(one) - end(other) || one.ID - other.ID;
  },
};

describe('filters of items', () => {
  it.each(Object.keys(FILTERS))('%s', async (name) => {
    const [query, means] = FILTERS[name]!();
    for (const [sort, order] of Object.entries(SORTS)) {
      const expected = ids(all.filter(means).toSorted(order));
      const found = await list({ ...query, sort, limit: 1000, count: true });
      expect([sort, ids(found.items)]).toEqual([sort, expected]);
      expect(found.headers.get('x-total-count')).toBe(String(expected.length));
      expect(found.headers.has('x-total-count-estimated')).toBe(false);
      expect(ids((await list({ ...query, sort, limit: 3, page: 2 })).items)).toEqual(expected.slice(3, 6));
      expect((await list({ ...query, sort, page: '9'.repeat(20) })).items).toEqual([]);
      const walked: number[] = [];
      for (let next: string | null = `?${new URLSearchParams({ ...query, sort, limit: '7' } as never)}`; next; ) {
        const page = await list(Object.fromEntries(new URLSearchParams(next.slice(next.indexOf('?')))));
        walked.push(...ids(page.items));
        next = page.next;
      }
      expect([sort, walked]).toEqual([sort, expected]);
    }
  });

  it('find the items of a few Locations among those of a user', async () => {
    const { ID } = await createUser(service.call, 'desk', 'property_admin', places[0]!);
    await service.call('POST', `/users/${ID}/locations`, { locationIDs: [places[2]] });
    const { call } = await service.signIn('desk');
    const mine = all.filter(({ locationID }) => locationID !== places[1]);
    for (const query of [{}, { color: 'red' }, { status: 'waiting-response' }, { q: 'suitcase' }]) {
      const expected = ids((await list({ ...query, limit: 1000 })).items).filter((one) => ids(mine).includes(one));
      expect(ids((await list({ ...query, limit: 1000 }, call)).items)).toEqual(expected);
    }
  });

  it('of a Location are the same', async () => {
    const { body } = await service.call(
      'GET',
      `/locations/${places[1]}/items?status=finished&status=contact-missing&limit=1000&sort=updated`,
    );
    const means = ({ locationID, status }: Item) => locationID === places[1] && /^(finished|contact-missing)$/.test(status);
    expect(ids(body.items)).toEqual(ids(all.filter(means).toSorted(SORTS.updated)));
  });

  it.each([
    ['status=deleted', 'status not_allowed'],
    ['status=finished,anonymized', 'status not_allowed'],
    ['status=finished&status=', 'status not_allowed'],
    ['hasContact=1', 'hasContact invalid_type'],
    ['departuredFrom=2026-10-05T00:00:00Z', 'departuredFrom invalid_format'],
    ['departuredFrom=2026-10-06&departuredTo=2026-10-05', 'departuredFrom out_of_range'],
    ['createdFrom=2026-10-06&createdTo=2026-10-05', 'createdFrom out_of_range'],
    ['expiresBefore=soon', 'expiresBefore invalid_format'],
    ['sort=created', 'sort not_allowed'],
    ['sort=updated&after=7', 'after invalid_format'],
    ['after=abc', 'after invalid_type'],
  ])('%s is refused', async (query, fault) => {
    const { status, body } = await service.call('GET', `/items?${query}`);
    expect([status, ...body.errors.map(({ field, code }: Item) => `${field} ${code}`)]).toEqual([400, fault]);
  });
});

describe('digits alone', () => {
  it('find the item of that ID first, then what has them as a word', async () => {
    const locationID = places[0]!;
    const old = all.at(-1).ID;
    const words = [
      await service.item(locationID, { item: `Key ${old}` }),
      await service.item(locationID, { item: `Tag ${old}` }),
    ];
    const expected = [old, ...ids(words).reverse()];
    expect(ids((await list({ q: `Key` })).items)).toEqual([words[0].ID]);
    const found = ids((await list({ q: old, limit: 1000, count: true })).items);
    expect(found.slice(0, 3)).toEqual(expected);
    expect(new Set(found).size).toBe(found.length);
    expect((await list({ q: old, count: true })).headers.get('x-total-count')).toBe(String(found.length));
    for (const sort of Object.keys(SORTS)) {
      const whole = ids((await list({ q: old, sort, limit: 1000 })).items);
      expect(whole[0]).toBe(old);
      const walked: number[] = [];
      for (let next: string | null = `?q=${old}&sort=${sort}&limit=1`; next; ) {
        const page = await list(Object.fromEntries(new URLSearchParams(next.slice(next.indexOf('?')))));
        walked.push(...ids(page.items));
        next = page.next;
      }
      expect(walked).toEqual(whole);
      expect(ids((await list({ q: old, sort, limit: 1, page: 2 })).items)).toEqual([whole[1]]);
    }
    expect(ids((await list({ q: old, color: 'mint' })).items)).toEqual([]);
    const inScript = (zero: number) => [...String(old)].map((digit) => String.fromCodePoint(zero + Number(digit))).join('');
    for (const zero of [0x660, 0x6f0, 0xff10]) expect(ids((await list({ q: inScript(zero), limit: 1 })).items)).toEqual([old]);
    for (const q of ['99999999999', '2147483648']) expect((await list({ q })).items).toEqual([]);
    for (const { ID } of words) await service.call('DELETE', `/items/${ID}`);
  });
});

describe('a walk along the listing', () => {
  it('meets every item once, whatever is registered and changed meanwhile', async () => {
    const before = ids((await list({ limit: 1000 })).items);
    for (const query of [{}, { hasContact: true }, { createdFrom: '2020-01-01' }, { sort: 'expires' }]) {
      const whole = ids((await list({ ...query, limit: 1000 })).items).filter((ID) => before.includes(ID));
      const walked: number[] = [];
      for (let next: string | null = `?${new URLSearchParams({ ...query, limit: '9' } as never)}`; next; ) {
        const page = await list(Object.fromEntries(new URLSearchParams(next.slice(next.indexOf('?')))));
        walked.push(...ids(page.items));
        await service.item(places[0]!, { owner: { contactEmail: 'new@example.com' }, customStorageDays: 1 });
        await service.call('PUT', `/items/${page.items[0].ID}`, { brand: `Brand ${walked.length}` });
        next = page.next;
      }
      expect(walked.filter((ID) => before.includes(ID))).toEqual(whole);
      expect(new Set(walked).size).toBe(walked.length);
    }
  });
});

describe('a total of more than 10,000', () => {
  it('is an estimate, and says so', async () => {
    await service.sql(`
      insert into items (group_id, id, location_id, item, location, departured_date, shipping, colors, categories, owner, status,
        storage_expires_at, version, created_at, updated_at)
      select group_id, 100000 + n, location_id, 'Glove', location, departured_date, shipping, '{}', '{}', owner, status,
        storage_expires_at, 1, now(), now()
      from generate_series(1, 12000) n, (select * from items where group_id = 1 and id = ${all[0].ID}) one`);
    await service.sql('analyze items');
    const { headers } = await list({ q: 'glove', limit: 1, count: true });
    expect(headers.get('x-total-count-estimated')).toBe('true');
    expect(Number(headers.get('x-total-count'))).toBeGreaterThan(10_000);
    expect(Number(headers.get('x-total-count'))).toBeLessThan(20_000);
    const exact = await list({ q: 'glove', limit: 1, count: true, externalID: 'none' });
    expect([exact.headers.get('x-total-count'), exact.headers.has('x-total-count-estimated')]).toEqual(['0', false]);
    expect(ids((await list({ color: 'red', limit: 1000 })).items).every((ID) => ID < 100_000)).toBe(true);
    expect(ids((await list({ color: 'red', limit: 5 })).items)).toHaveLength(5);
  });
});
