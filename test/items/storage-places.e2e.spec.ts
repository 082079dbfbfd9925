import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Rebuilder } from '#platform/event-store';
import { created } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let [here, there] = ['', ''];
const place = (name: string, more: object = {}, at = here) =>
  created(service.call, `/locations/${at}/storage-places`, { name, ...more });
const read = async (path: string) => (await service.call('GET', path)).body;
const names = (list: { name: string }[]) => list.map(({ name }) => name);

beforeAll(async () => {
  service = await startService();
  [here, there] = [await service.location(), await service.location()];
});
afterAll(() => service?.stop());

describe('storage places of a Location', () => {
  it('are created with a code of their own or one that is made up, and listed by path', async () => {
    const at = await service.location();
    const office = await place('Office', { code: 'O-1' }, at);
    const cellar = await place('Cellar', {}, at);
    const shelf = await place('Shelf B', { parentID: cellar.ID }, at);
    expect(shelf).toEqual({
      ID: expect.any(Number),
      locationID: at,
      name: 'Shelf B',
      code: expect.stringMatching(/./),
      parentID: cellar.ID,
      itemCount: 0,
      createdAt: expect.any(String),
      updatedAt: shelf.createdAt,
    });
    expect(await read(`/storage-places/${shelf.ID}`)).toEqual(shelf);
    expect(await read(`/locations/${at}/storage-places`)).toEqual([cellar, shelf, office]);
    const twice = await service.call('POST', `/locations/${at}/storage-places`, { name: 'Other', code: 'o-1' });
    expect(twice).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await service.call('PUT', `/storage-places/${office.ID}`, { name: 'Back office', code: 'o-1' })).body).toMatchObject({
      name: 'Back office',
      code: 'o-1',
    });
  });

  it('stand in no place of another Location, in none that is not there, and in no circle', async () => {
    const [top, below, foreign] = [await place('Top'), await place('Far'), await place('Elsewhere', {}, there)];
    await service.call('PUT', `/storage-places/${below.ID}`, { parentID: top.ID });
    const refused = { status: 400, body: { code: 'validation_failed', errors: [{ field: 'parentID', code: 'invalid_parent' }] } };
    for (const parentID of [below.ID, top.ID, foreign.ID, 99_999])
      expect(await service.call('PUT', `/storage-places/${top.ID}`, { parentID })).toMatchObject(refused);
  });

  it('are deleted once they are empty', async () => {
    const [outer, ring] = [await place('Safe'), await service.item(here)];
    const inner = await place('Box', { parentID: outer.ID });
    const put = (body: object) => service.call('PUT', `/items/${ring.ID}`, body);
    expect(await put({ storagePlaceID: inner.ID })).toMatchObject({ status: 200 });
    const remove = async ({ ID }: { ID: number }) => (await service.call('DELETE', `/storage-places/${ID}`)).status;
    expect((await read(`/storage-places/${inner.ID}`)).itemCount).toBe(1);
    expect([await remove(outer), await remove(inner)]).toEqual([409, 409]);
    await service.call('PUT', `/items/${ring.ID}/status`, { status: 'finished' });
    expect([await remove(inner), await remove(outer)]).toEqual([204, 204]);
    expect((await service.call('GET', `/storage-places/${inner.ID}`)).status).toBe(404);
    expect(await read(`/items/${ring.ID}`)).toMatchObject({ storagePlaceID: null, storagePlace: null });
    expect(await put({ storagePlaceID: inner.ID })).toMatchObject({ status: 400 });
  });
});

describe('an item in a storage place', () => {
  it('shows where it is, under the present name of the place, after a rebuild too', async () => {
    const cellar = await place('Basement');
    const shelf = await place('Shelf 1', { parentID: cellar.ID });
    const { ID, storagePlace } = await service.item(here, { storagePlaceID: shelf.ID });
    expect(storagePlace).toEqual({ ID: shelf.ID, name: 'Shelf 1', code: shelf.code, path: 'Basement / Shelf 1' });
    await service.call('PUT', `/storage-places/${cellar.ID}`, { name: 'Vault' });
    await service.get(Rebuilder).rebuild('items');
    expect(await read(`/items/${ID}`)).toMatchObject({ storagePlaceID: shelf.ID, storagePlace: { path: 'Vault / Shelf 1' } });
    const left = await service.call('PUT', `/items/${ID}`, { storagePlaceID: null });
    expect(left.body).toMatchObject({ storagePlaceID: null, storagePlace: null });
  });

  it('is in one of its own Location', async () => {
    const other = await place('Attic', {}, there);
    const refused = { status: 400, body: { errors: [{ field: 'storagePlaceID', code: 'unknown_reference' }] } };
    const { ID } = await service.item(here);
    const body = { item: 'Ring', location: 'Bar', foundAt: '2026-11-20', locationID: here };
    for (const storagePlaceID of [other.ID, 99_999]) {
      expect(await service.call('POST', '/items', { ...body, storagePlaceID })).toMatchObject(refused);
      expect(await service.call('PUT', `/items/${ID}`, { storagePlaceID })).toMatchObject(refused);
    }
    const both = { ...body, externalID: 'placed-1', storagePlaceID: other.ID };
    expect(await service.call('POST', '/items', both)).toMatchObject(refused);
    const placed = { ...body, externalID: 'placed-1', locationID: there, storagePlaceID: other.ID };
    expect((await service.call('POST', '/items', placed)).status).toBe(201);
    expect((await service.call('POST', '/items', placed)).body.code).toBe('external_id_taken');
  });
});

describe('items by storage place', () => {
  it('are found with what is below it, and listed by path and ID, without a place last, page by page', async () => {
    const at = await service.location();
    const [b, a] = [await place('B', {}, at), await place('A', {}, at)];
    const [deep, gone] = [await place('Deep', { parentID: a.ID }, at), await place('C', {}, at)];
    const lies = async (storagePlaceID: number | null) => (await service.item(at, { storagePlaceID })).ID as number;
    const [inB, nowhere, inDeep, inA, inGone, alsoB] = [
      await lies(b.ID),
      await lies(null),
      await lies(deep.ID),
      await lies(a.ID),
      await lies(gone.ID),
      await lies(b.ID),
    ];
    await service.call('PUT', `/items/${inGone}/status`, { status: 'finished' });
    expect((await service.call('DELETE', `/storage-places/${gone.ID}`)).status).toBe(204);
    const ids = async (query: string) =>
      (await read(`/items?locationID=${at}&${query}`)).items.map(({ ID }: { ID: number }) => ID);
    expect(await ids(`storagePlaceID=${a.ID}`)).toEqual([inA, inDeep]);
    const ordered = [inA, inDeep, inB, alsoB, nowhere, inGone];
    expect(await ids('sort=storage')).toEqual(ordered);
    expect(await ids('sort=storage&limit=2&page=2')).toEqual([inB, alsoB]);
    expect(await ids(`sort=storage&storagePlaceID=${b.ID}`)).toEqual([inB, alsoB]);
    const read1 = async (path: string): Promise<number[]> => {
      const answer = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${service.token}` } });
      const { items } = (await answer.json()) as { items: { ID: number }[] };
      const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      const path2 = next?.replace(service.url, '');
      return [...items.map(({ ID }) => ID), ...(path2 ? await read1(path2) : [])];
    };
    expect(await read1(`/api/v2/items?locationID=${at}&sort=storage&limit=1`)).toEqual(ordered);
    expect(names(await read(`/locations/${at}/storage-places`))).toEqual(['A', 'Deep', 'B']);
    const unknown = { status: 400, body: { errors: [{ field: 'storagePlaceID', code: 'unknown_reference' }] } };
    expect(await service.call('GET', '/items?storagePlaceID=99999')).toMatchObject(unknown);
    expect(await service.call('GET', '/requests?sort=storage')).toMatchObject({ status: 400 });
  });
});
