import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Persons } from '#contexts/retention';
import { created } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let [here, there] = ['', ''];
beforeAll(async () => {
  service = await startService();
  [here, there] = [await service.location(), await service.location()];
});
afterAll(() => service?.stop());

const place = (at = here, more: object = {}) =>
  created(service.call, `/locations/${at}/storage-places`, { name: `Shelf ${Math.random()}`, ...more });
const items = (count: number, at = here) => Promise.all(Array.from({ length: count }, async () => (await service.item(at)).ID));
const store = (ID: number, itemIDs: unknown) => service.call('PUT', `/storage-places/${ID}/items`, { itemIDs });
const countOf = async (ID: number) => (await service.call('GET', `/storage-places/${ID}`)).body.itemCount;
const lying = async (ID: number): Promise<number[]> =>
  (await service.call('GET', `/items?storagePlaceID=${ID}&limit=100`)).body.items.map((item: { ID: number }) => item.ID);
const versionOf = async (ID: number) => (await service.call('GET', `/items/${ID}`)).headers.get('etag');

const address = { address: 'Way 1', city: 'Bonn', zipCode: '53111', countryID: 'DE' };
const shipped = async (ID: number, status: string) => {
  await service.call('PUT', `/items/${ID}/response`, { response: 'ship', address });
  await service.call('POST', `/items/${ID}/shipment`, { status });
};
/** The ways on which an item leaves the place where it lay, or stays there. */
const WAYS: Record<string, (ID: number) => Promise<unknown>> = {
  nothing: async () => undefined,
  'left-behind': (ID) => service.call('PUT', `/items/${ID}/status`, { status: 'left-behind' }),
  'shipment-paid': (ID) => service.call('PUT', `/items/${ID}/response`, { response: 'ship', address }),
  'pickup-by-guest': (ID) => service.call('PUT', `/items/${ID}/response`, { response: 'pickup' }),
  'in-route': (ID) => shipped(ID, 'in-route'),
  delivered: (ID) => shipped(ID, 'delivered'),
  finished: (ID) => service.call('PUT', `/items/${ID}/status`, { status: 'finished' }),
  deleted: (ID) => service.call('DELETE', `/items/${ID}`),
  anonymized: (ID) => service.get(Persons).eraseItem('demo', ID),
};
const STAY = ['nothing', 'left-behind', 'shipment-paid', 'pickup-by-guest'];

describe('items are put into a storage place', () => {
  it('together, each with one event, and no second time', async () => {
    const [{ ID }, itemIDs] = [await place(), await items(3)];
    expect(await store(ID, itemIDs)).toMatchObject({ status: 200, body: { ID, itemCount: 3 } });
    expect((await lying(ID)).sort()).toEqual([...itemIDs].sort());
    expect((await service.call('GET', `/items/${itemIDs[0]}`)).body.storagePlace).toMatchObject({ ID });
    for (const itemID of itemIDs) expect(await versionOf(itemID)).toBe('"2"');
    await store(ID, itemIDs);
    expect(await versionOf(itemIDs[0]!)).toBe('"2"');
  });

  it('all or none: what is not at its Location, deleted, unknown or has left keeps all where they are', async () => {
    const [{ ID }, [mine], [others], [deleted], [gone]] = [
      await place(),
      await items(1),
      await items(1, there),
      await items(1),
      await items(1),
    ];
    await WAYS.deleted!(deleted!);
    await WAYS.finished!(gone!);
    const answer = await store(ID, [mine, others, deleted, 99_999]);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)).toEqual([
      'itemIDs.1 unknown_reference',
      'itemIDs.2 unknown_reference',
      'itemIDs.3 unknown_reference',
    ]);
    expect(await store(ID, [mine, gone])).toMatchObject({ status: 409, body: { code: 'transition_not_allowed' } });
    expect(await countOf(ID)).toBe(0);
    expect(await versionOf(mine!)).toBe('"1"');
  });

  it('of 1 to 200, each once, into a place that is there', async () => {
    const [{ ID }, [one]] = [await place(), await items(1)];
    for (const wrong of [[], [one, one], Array.from({ length: 201 }, (_, n) => n + 1), 'x', [0], undefined])
      expect(await store(ID, wrong)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect((await store(99_999, [one])).status).toBe(404);
    await service.call('DELETE', `/storage-places/${ID}`);
    expect((await store(ID, [one])).status).toBe(404);
  });

  it('by two at once, in whatever order', async () => {
    const [[one, other], itemIDs] = [[await place(), await place()], await items(12)];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => store((n % 2 ? one : other)!.ID, n % 3 ? itemIDs : [...itemIDs].reverse())),
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect((await countOf(one!.ID)) + (await countOf(other!.ID))).toBe(12);
  });
});

describe('what lies in a storage place', () => {
  it('is counted as it is listed, however it left', async () => {
    const [top, ways] = [await place(), Object.keys(WAYS)];
    const below = await place(here, { parentID: top.ID });
    const owner = { contactEmail: 'ann@example.com' };
    const staying: number[] = [];
    for (const [at, way] of ways.entries()) {
      const { ID } = await service.item(here, { owner, storagePlaceID: at % 2 ? top.ID : below.ID });
      await WAYS[way]!(ID);
      if (STAY.includes(way)) staying.push(ID);
    }
    expect((await lying(top.ID)).sort()).toEqual(staying.sort());
    expect((await countOf(top.ID)) + (await countOf(below.ID))).toBe(staying.length);
    expect(await lying(below.ID)).toHaveLength(await countOf(below.ID));
    const counted = await service.call('GET', `/items?storagePlaceID=${top.ID}&count=true`);
    expect(counted.headers.get('x-total-count')).toBe(String(staying.length));
  });

  it.each(Object.keys(WAYS).filter((way) => !STAY.includes(way) && way !== 'deleted'))(
    'is not what is %s: it keeps the place until that is deleted',
    async (way) => {
      const { ID } = await place();
      const item = await service.item(here, { owner: { contactEmail: 'ann@example.com' }, storagePlaceID: ID });
      await WAYS[way]!(item.ID);
      const shown = async () => (await service.call('GET', `/items/${item.ID}`)).body;
      if (way !== 'anonymized') expect(await shown()).toMatchObject({ storagePlaceID: ID, storagePlace: { ID } });
      expect((await service.call('DELETE', `/storage-places/${ID}`)).status).toBe(204);
      expect(await shown()).toMatchObject({ storagePlaceID: null, storagePlace: null });
    },
  );
});
