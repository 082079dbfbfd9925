import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Rebuilder } from '#platform/event-store';
import { connected } from '../support/database.js';
import { registerItem } from '../support/records.js';
import { type ServedApi, serveApi, startService, type TestService } from '../support/service.js';
import { SwallowingProxy } from '../support/swallowing-proxy.js';

/** Of this database: a copy of the same template beside it has a table of the same number, which other specs lock. */
const ITEMS_LOCKS = `select pid, mode from pg_locks where relation = 'items'::regclass
  and database = (select oid from pg_database where datname = current_database())`;

describe('a rebuild beside commands', () => {
  let service: TestService;
  let proxy: SwallowingProxy;
  let slow: ServedApi;
  let ids: [number, number, number];
  let before: unknown[];
  const rows = () => service.sql('select t::text as line from items t order by group_id, id');
  const own = <T>(work: Parameters<typeof connected<T>>[1]) => connected(service.options.databaseUrl, work);

  beforeAll(async () => {
    service = await startService();
    proxy = await SwallowingProxy.open(service.options.databaseUrl);
    slow = await serveApi({ ...service.options, databaseUrl: proxy.url });
  });
  afterAll(async () => {
    proxy?.delay(0);
    await slow?.app.close();
    await proxy?.close();
    await service?.stop();
  });
  beforeEach(async () => {
    const locationID = await service.location();
    const register = async () => (await registerItem(service.call, locationID, { brand: 'Knirps' })).ID;
    ids = [await register(), await register(), await register()];
    before = await rows();
  });

  it('holds no lock that commands wait for while its own process is slow', async () => {
    const [changed, gone, also] = ids;
    await service.sql(`update items set brand = 'planted' where id = ${changed}`);
    await service.sql(`delete from items where id = ${gone}`);
    await service.sql(`update items set brand = 'other' where id = ${also}`);
    proxy.delay(40);
    const rebuilding = slow.app.get(Rebuilder, { strict: false }).rebuild('items');
    const held = await own(async (client) => {
      const seen = new Set<string>();
      for (let over = false; !over; ) {
        // The two views are not of the same moment: one that was idle before and after its locks were read held them meanwhile.
        const { rows: times } = await client.query('select clock_timestamp()::text as at');
        const { rows: locks } = await client.query(ITEMS_LOCKS);
        const { rows: idle } = await client.query(
          "select pid from pg_stat_activity where state = 'idle in transaction' and state_change < $1",
          [times[0].at],
        );
        for (const { pid, mode } of locks) if (idle.some((one) => one.pid === pid)) seen.add(mode);
        over = await Promise.race([rebuilding.then(() => true), pause(5, false)]);
      }
      return [...seen];
    });
    proxy.delay(0);
    expect(await rebuilding).toMatchObject({ replaced: 3, finished: true });
    expect(await rows()).toEqual(before);
    // Of comparing, which nobody waits for: it was looked often enough to see what is held between two statements.
    expect(held).toEqual(['AccessShareLock']);
  });

  it('replaces the other rows while one is locked, and that one afterwards', async () => {
    const [locked, free] = ids;
    await own(async (client) => {
      await service.sql(`update items set brand = 'planted' where id in (${locked}, ${free})`);
      await client.query('begin');
      await client.query(`update items set brand = 'other' where id = ${locked}`);
      const rebuilding = service.get(Rebuilder).rebuild('items');
      const brand = async () => (await service.sql(`select brand from items where id = ${free}`))[0].brand;
      await expect.poll(brand, { timeout: 50_000 }).toBe('Knirps');
      await client.query('commit');
      expect(await rebuilding).toMatchObject({ finished: true });
    });
    expect(await rows()).toEqual(before);
  });

  it('makes a missing row as a command leaves it that has not ended and did not find it', async () => {
    const [id] = ids;
    await service.call('PUT', `/items/${id}`, { internalNotes: 'Shelf B3' });
    before = await rows();
    const [{ event }] = await service.sql(
      `select row_to_json(e)::text as event from events e where stream_id = ${id} and version = 2`,
    );
    await service.sql(`delete from events where stream_id = ${id} and version = 2`);
    await service.sql(`delete from items where id = ${id}`);
    await own(async (client) => {
      await client.query('begin');
      await client.query('insert into events overriding system value select * from json_populate_record(null::events, $1)', [
        event,
      ]);
      expect((await client.query(`update items set version = 2 where id = ${id}`)).rowCount).toBe(0);
      let over = false;
      const rebuilding = service
        .get(Rebuilder)
        .rebuild('items')
        .finally(() => {
          over = true;
        });
      const version = async () => (await service.sql(`select version from items where id = ${id}`))[0]?.version;
      await expect.poll(version, { timeout: 50_000 }).toBe(1);
      expect(over).toBe(false);
      await client.query('commit');
      expect(await rebuilding).toMatchObject({ finished: true });
    });
    expect(await rows()).toEqual(before);
  });
});
