import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EraseItem, expireItems, itemStream } from '#contexts/items';
import { EraseContact, locationStream } from '#contexts/locations';
import { Database } from '#platform/database';
import { EventLog, Histories, Rebuilder, TimedCommands } from '#platform/event-store';
import { startService, type TestService } from '../support/service.js';
import { grown, LONG } from './long-records.js';

const CANARY = 'Quillfeather';

let service: TestService;
let locationID: string;
let ID: number;
beforeAll(async () => {
  service = await startService();
  locationID = await service.location();
});
afterAll(() => service?.stop());

const of = () => itemStream.of(service.groupID, ID);
const read = () => service.get(Histories).of(of());
const edit = (changes: object) => service.call('PUT', `/items/${ID}`, changes);
const grow = (events: number) => service.sql(grown(service.groupID, ID, events));
const snapshots = () => service.sql(`select version, purpose, state::text from snapshots where stream_id = $1`, [ID]);

/** The item as all of its events have it. */
async function unshortened() {
  let [state, version] = [itemStream.decider.initialState, 0];
  for await (const events of service.get(Histories).pages(of()))
    for (const event of events) [state, version] = [itemStream.decider.evolve(state, event), event.version];
  return { state, version };
}

/** How many events each read of the log brings while work is done. */
async function eventsRead(work: () => Promise<unknown>): Promise<number[]> {
  const page = vi.spyOn(service.get(EventLog), 'page');
  await work();
  const pages = await Promise.all(page.mock.results.map(({ value }) => value));
  page.mockRestore();
  return pages.map(({ rows }) => rows.length);
}

beforeEach(async () => {
  ID = (await service.item(locationID, { owner: { firstName: 'Anna', contactEmail: 'anna@example.com' } })).ID;
  await edit({ internalNotes: `Ask ${CANARY}` });
});

describe('a record with a long history', () => {
  it('is read page by page once, and from then on by its snapshot and the events behind it', async () => {
    await grow(950);
    expect(await eventsRead(() => edit({ internalNotes: 'One' }))).toEqual([200, 200, 200, 200, 200, 150]);
    expect(await eventsRead(() => edit({ internalNotes: 'Two' }))).toEqual([2]);
    expect(await unshortened()).toMatchObject({ version: 952, state: { details: { internalNotes: 'Two' } } });
    expect(await read()).toMatchObject(await unshortened());
  });

  it('gets a snapshot with a change of its own, in the same transaction', async () => {
    await grow(101);
    expect(await snapshots()).toEqual([]);
    expect(await eventsRead(() => edit({ internalNotes: 'One' }))).toEqual([101]);
    expect(await snapshots()).toMatchObject([{ version: 101, purpose: 'state' }]);
    expect(await read()).toMatchObject(await unshortened());
  });

  it('is read by few events where these are large, and its size is known', async () => {
    await edit({ internalNotes: LONG, itemStorage: LONG });
    await grow(60);
    const pages = await eventsRead(() => edit({ brand: 'Anker' }));
    // What is looked up together with the reads of others is small; the rest is read alone.
    expect(pages[0]).toBeLessThan(20);
    expect(pages).toHaveLength(3);
    expect(await eventsRead(() => edit({ brand: 'Sony' }))).toEqual([2]);
    const [{ bytes }] = await service.sql(`select sum(octet_length(data::text))::int as bytes from events where stream_id = $1`, [
      ID,
    ]);
    expect(await read()).toMatchObject({ bytes, version: 62 });
  });

  it('is the same with and without a snapshot after a rebuild', async () => {
    await grow(210);
    await edit({ internalNotes: 'One' });
    const kept = await read();
    await service.get(Rebuilder).rebuild('items');
    expect((await service.get(Rebuilder).verify('items'))![0]).toMatchObject({ differing: 0 });
    await service.sql('delete from snapshots');
    expect(await read()).toMatchObject({ state: kept.state, version: kept.version, erasure: 0, bytes: kept.bytes });
  });

  it('is read from its events where a release of another shape made the snapshot, which is replaced', async () => {
    await grow(101);
    await edit({ internalNotes: 'One' });
    const state = JSON.stringify({ clear: { state: { status: 'absent' }, erasure: 0 } });
    await service.sql(`update snapshots set shape = 'other', state = $2, version = 102 where stream_id = $1`, [ID, state]);
    // Another process changes it, so that this one reads it again.
    await grow(103);
    expect((await edit({ internalNotes: 'Two' })).status).toBe(200);
    expect(await snapshots()).toMatchObject([{ version: 103, state: expect.stringContaining('sealed') }]);
    expect(await read()).toMatchObject(await unshortened());
  });
});

describe('what a snapshot knows of a person', () => {
  it('is sealed, and goes with the key of the record', async () => {
    await grow(150);
    await edit({ brand: 'Anker' });
    expect((await snapshots()).map(({ purpose }) => purpose)).toEqual(['state']);
    expect((await read()).state).toMatchObject({ details: { internalNotes: `Ask ${CANARY}` } });
    expect(JSON.stringify(await service.sql('select * from snapshots'))).not.toContain(CANARY);
    const before = await read();
    await service.get(CommandBus).execute(new EraseItem(service.groupID, ID));
    expect(await snapshots()).toEqual([]);
    // What a call under way had read is not stored any more.
    await service.get(Database).query(service.get(Histories).snapshot(of(), { ...before, read: { events: 100, bytes: 0 } })!);
    expect(await snapshots()).toEqual([]);
    expect(await read()).toMatchObject({ state: { isErased: true, details: { internalNotes: null } } });
    expect(JSON.stringify(await read())).not.toContain(CANARY);
  });

  it('is of the next contact person alone once the one before was erased', async () => {
    const contact = (contactPerson: string) => ({
      contactDetails: { contactPerson, contactEmail: `${contactPerson}@example.com`, phoneNumber: '+31 10 123456' },
    });
    const place = await service.location(contact(CANARY));
    const [{ id }] = await service.sql('select id from locations where location_id = $1', [place]);
    const change = (changes: object) => service.call('PUT', `/locations/${place}`, changes);
    for (let n = 0; n < 101; n++) await change({ reference: `R${n}` });
    const state = () => service.get(Histories).of(locationStream.of(service.groupID, id));
    const stored = () => service.sql(`select state::text from snapshots where stream_type = 'location' and stream_id = $1`, [id]);
    expect(await stored()).toHaveLength(1);
    await service.call('PUT', `/locations/${place}`, contact('Smith'));
    await service.get(CommandBus).execute(new EraseContact(service.groupID, id, 'Smith@example.com'));
    expect(await stored()).toEqual([]);
    await change(contact('Jones'));
    for (let n = 0; n < 3; n++) await change({ reference: `S${n}` });
    expect(await stored()).toHaveLength(1);
    expect((await state()).state).toMatchObject({ details: { contactDetails: { contactPerson: 'Jones' }, reference: 'S2' } });
  });
});

describe('a record has at most', () => {
  const refused = { status: 409, body: { code: 'limit_reached' } };

  it('10,000 changes: then it is only read, and ended', async () => {
    await grow(9_999);
    expect(await edit({ internalNotes: 'The last one' })).toMatchObject({ status: 200 });
    expect(await edit({ internalNotes: 'One too many' })).toMatchObject(refused);
    expect(await edit({ internalNotes: 'The last one' })).toMatchObject({ status: 200 });
    expect((await service.call('GET', `/items/${ID}/transitions`)).status).toBe(200);
    expect((await service.call('DELETE', `/items/${ID}`)).status).toBe(204);
  });

  it('32 MB of them, and is erased all the same', async () => {
    await edit({ internalNotes: LONG, itemStorage: LONG });
    await grow(2_100);
    expect(await edit({ brand: 'Anker' })).toMatchObject(refused);
    expect(await service.get(CommandBus).execute(new EraseItem(service.groupID, ID))).toBe(true);
    expect((await read()).state).toMatchObject({ isErased: true, status: 'anonymized' });
  });

  it('and expires', async () => {
    await grow(10_000);
    service.clock.forward(400);
    await expireItems(service.get(TimedCommands)).batch(1_000);
    expect((await read()).state).toMatchObject({ status: 'expired' });
    expect(await edit({ internalNotes: 'One too many' })).toMatchObject(refused);
  });
});

it('a page of a history is not larger than 4 MiB', async () => {
  await edit({ internalNotes: LONG, itemStorage: LONG });
  await grow(400);
  const page = await service.call('GET', `/items/${ID}/history?limit=200`);
  expect(page.body.events ?? page.body).toHaveLength(200);
  const { status, body } = await service.call('GET', `/items/${ID}/history?limit=400`);
  expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ field: 'limit', code: 'out_of_range' }] });
});
