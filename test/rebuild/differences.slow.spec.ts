import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Rebuilder } from '#platform/event-store';
import type { Call } from '../support/call.js';
import { runToEnd } from '../support/program.js';
import { makeRequest, registerItem } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

describe('a table that is not what its events say', () => {
  let service: TestService;
  let call: Call;
  let rebuilder: Rebuilder;
  let locationID: string;
  let ids: number[];
  const rows = (table: string) => service.sql(`select t::text as line from ${table} t order by group_id, id`);
  const bodies = () => service.sql('select count(*)::int as deliveries from webhook_deliveries');

  beforeAll(async () => {
    service = await startService();
    ({ call } = service);
    rebuilder = service.get(Rebuilder);
    locationID = await service.location();
  });
  afterAll(() => service?.stop());
  beforeEach(async () => {
    ids = [];
    for (let n = 0; n < 4; n++) ids.push((await registerItem(call, locationID, { brand: 'Knirps' })).ID);
  });

  it('is named record by record by a verification, and mended by a rebuild, which sends nothing again', async () => {
    const [before, sent] = [await rows('items'), await bodies()];
    const [changed, gone] = ids;
    await service.sql(`update items set brand = 'planted' where id = ${changed}`);
    await service.sql(`delete from items where id = ${gone}`);
    await service.sql(`
      insert into items (${await writable('items')}) select ${(await writable('items')).replace(/\bid\b/, '900000')} from items
      where id = ${ids[2]}`);
    const [items] = (await rebuilder.verify('items'))!;
    expect(items!.differing).toBe(3);
    expect(items!.differences.map(({ id, kind, columns }) => ({ id, kind, columns }))).toEqual([
      { id: changed, kind: 'different', columns: ['brand', 'search'] },
      { id: gone, kind: 'missing', columns: [] },
      { id: 900000, kind: 'extra', columns: [] },
    ]);
    expect(items!.hash.live).not.toBe(items!.hash.rebuilt);

    expect(await rebuilder.rebuild('items')).toMatchObject({ replaced: 3, finished: true });
    expect(await rows('items')).toEqual(before);
    expect(await bodies()).toEqual(sent);
    const [mended] = (await rebuilder.verify('items'))!;
    expect(mended).toMatchObject({ differing: 0, records: before.length });
    expect(mended!.hash.live).toBe(mended!.hash.rebuilt);
  });

  it('of a record whose events can’t be read is named and left as it is, and every other is compared and mended', async () => {
    const [damaged, changed] = ids as [number, number];
    const key = `from subject_keys where stream_type = 'item' and stream_id = ${damaged}`;
    const [{ sealed_key: sealed }] = await service.sql(`select sealed_key ${key}`);
    const setKey = (value: string) =>
      service.sql(`update subject_keys set sealed_key = ${value} where stream_type = 'item' and stream_id = ${damaged}`);
    await setKey(`set_byte(sealed_key, 20, 255 - get_byte(sealed_key, 20))`);
    await service.sql(`update items set brand = 'planted' where id = any('{${damaged},${changed}}')`);
    const where = [
      { id: damaged, kind: 'unreadable', columns: [] },
      { id: changed, kind: 'different', columns: ['brand', 'search'] },
    ];
    const [items] = (await rebuilder.verify('items'))!;
    expect(items!.differences.map(({ id, kind, columns }) => ({ id, kind, columns }))).toEqual(where);
    const environment = { DATABASE_URL: service.options.databaseUrl, SECRET_KEY: service.options.secretKey.toString('base64') };
    const { code, output } = await runToEnd('admin', environment, ['projections', 'verify', '--share', '100']);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`  items ${damaged} of the Group demo: its events can't be read`),
    ]);
    for (const name of rebuilder.names().slice(1)) expect(output).toContain(`${name}: `);

    expect(await rebuilder.rebuild('items')).toMatchObject({ replaced: 1, unreadable: [{ id: damaged }], finished: true });
    const brands = await service.sql(`select id, brand from items where id = any('{${damaged},${changed}}') order by id`);
    expect(brands).toEqual([
      { id: damaged, brand: 'planted' },
      { id: changed, brand: 'Knirps' },
    ]);
    for (const [method, path] of [
      ['GET', `/items/${damaged}/history`],
      ['PUT', `/items/${damaged}`],
    ] as const) {
      const { status, body } = await call(method, path, method === 'PUT' ? { brand: 'Other' } : undefined);
      expect([status, body.code, body.detail]).toEqual([
        500,
        'internal_error',
        `The history of the item ${damaged} can't be read: a value in it is damaged, or sealed with another key. ` +
          'The operator of the service finds it in the log.',
      ]);
    }
    await setKey(`'\\x${Buffer.from(sealed).toString('hex')}'`);
    expect(await rebuilder.rebuild('items')).toEqual({
      projection: 'items',
      events: expect.any(Number),
      replaced: 1,
      finished: true,
    });
  });

  it('finds again by the words that the database made of it, also where only these are wrong', async () => {
    const [id] = ids as [number];
    await call('PUT', `/items/${id}`, { internalNotes: 'Regalbrett', owner: { lastName: 'Müllenhoff' } });
    const found = async () => (await call('GET', '/items?q=mullenhoff%20regalbrett')).body.items;
    expect(await found()).toMatchObject([{ ID: id }]);
    const before = await rows('items');
    // As if the trigger had not been there when the row was written.
    await service.sql(`update items set search = to_tsvector('simple', 'nothing'), facets = 6 where id = ${id}`);
    expect(await found()).toEqual([]);
    const [items] = (await rebuilder.verify('items'))!;
    expect(items!.differences).toMatchObject([{ id, kind: 'different', columns: ['facets', 'search'] }]);
    expect(await rebuilder.rebuild('items')).toMatchObject({ replaced: 1, finished: true });
    expect(await found()).toMatchObject([{ ID: id }]);
    expect(await rows('items')).toEqual(before);
  });

  it('is mended where rows hold what is due to others', async () => {
    const one = await makeRequest(call, locationID);
    const other = await makeRequest(call, locationID);
    const before = await rows('requests');
    // Each has the number of the other: neither can be mended alone.
    const [{ a, b }] = (await service.sql(`
      select (select request_number from requests where id = ${one.ID}) as a,
        (select request_number from requests where id = ${other.ID}) as b
    `)) as [{ a: number; b: number }];
    await service.sql(`update requests set request_number = -1 where id = ${one.ID}`);
    await service.sql(`update requests set request_number = ${a} where id = ${other.ID}`);
    await service.sql(`update requests set request_number = ${b} where id = ${one.ID}`);
    expect(await rows('requests')).not.toEqual(before);
    await rebuilder.rebuild('requests');
    expect(await rows('requests')).toEqual(before);
  });

  it('is mended while commands change the same records, and loses none of their changes', async () => {
    let stop = false;
    let changes = 0;
    const writing = ids.map(async (id) => {
      for (let n = 0; !stop; n++) {
        const { status } = await call('PUT', `/items/${id}`, { internalNotes: `note ${n}` });
        expect(status).toBe(200);
        changes++;
      }
    });
    for (let round = 0; round < 5; round++) {
      // One by one: together they and the commands, which share transactions, could each wait for a row of the other.
      for (const id of ids) await service.sql(`update items set brand = 'planted' where id = ${id}`);
      expect((await rebuilder.rebuild('items')).replaced).toBeGreaterThan(0);
      expect((await rebuilder.verify('items'))![0]!.differing).toBe(0);
    }
    stop = true;
    await Promise.all(writing);
    expect(changes).toBeGreaterThan(20);
    expect((await rebuilder.verify('items'))![0]!.differing).toBe(0);
  });

  it('keeps every row as it is where nothing differs', async () => {
    const before = await service.sql(`select xmin::text, ctid::text from items order by id`);
    await rebuilder.rebuild('items');
    expect(await service.sql(`select xmin::text, ctid::text from items order by id`)).toEqual(before);
  });

  it('continues where a rebuild was stopped', async () => {
    const { groupID } = service;
    // More records than one batch has; they are Regions without events, so that only their places count.
    await service.sql(`
      insert into events (group_id, stream_type, stream_id, version, type, data, actor, at)
      select ${groupID}, 'region', 1000 + n, 1, 'RegionCreated',
        '{"name":"R","reference":null,"locationIDs":[]}', '{"type":"system"}', now() from generate_series(1, 4500) n`);
    const stopping = new AbortController();
    const first = await rebuilder.rebuild('regions', { signal: stopping.signal, report: () => stopping.abort() });
    expect(first).toMatchObject({ finished: false, events: 2000 });
    // With pauses that would take minutes, which end when it is stopped.
    const paused = new AbortController();
    const waiting = { signal: paused.signal, share: 0.000_1, report: () => setTimeout(() => paused.abort(), 100) };
    expect(await rebuilder.rebuild('regions', waiting)).toMatchObject({ finished: false, events: 4000 });
    const second = await rebuilder.rebuild('regions');
    expect(second).toMatchObject({ finished: true, events: 4500, replaced: 4500 });
    expect(await service.sql('select count(*)::int as n from regions')).toEqual([{ n: 4500 }]);
    expect(await service.sql('select * from rebuilds')).toEqual([]);
  });

  async function writable(table: string): Promise<string> {
    const columns = await service.sql(`
      select attname as name from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and attgenerated = ''`);
    return columns.map(({ name }) => name).join(', ');
  }
});
