import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../test/support/database.js';
import { collectFirstStatistics } from './first-statistics.js';

let opened: Awaited<ReturnType<typeof openDatabase>>;
beforeAll(async () => {
  opened = await openDatabase();
});
afterAll(() => opened?.close());

it('a statement that was planned while its table was empty finds its row by the key once there are statistics', async () => {
  const { database } = opened;
  await database.withConnection(async (client) => {
    const buffers = async () => {
      const { rows } = await client.query('explain (analyze, buffers, format json) execute one(1, 2500)');
      return rows[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks'];
    };
    // Of rows that it expects to be as wide as items, PostgreSQL expects few.
    const wide = Array.from({ length: 30 }, (_, index) => `column_${index} text`).join(', ');
    // Autovacuum could come round just now, and be first.
    await client.query(`
      create table things (group_id int, id int, owner text, ${wide}, primary key (group_id, id)) with (autovacuum_enabled = false)`);
    await client.query('create index things_by_owner on things (group_id, lower(owner))');
    await client.query(`set plan_cache_mode = force_generic_plan`);
    await client.query('prepare one(int, int) as select * from things where group_id = $1 and id = $2');
    const plannedWhileEmpty = async () => {
      await client.query('truncate things');
      await client.query('execute one(1, 1)');
      await client.query(`insert into things (group_id, id, owner) select 1, n, 'owner' from generate_series(1, 5000) n`);
      return buffers();
    };
    // Where other databases of the server are made just now, PostgreSQL may have all connections forget their plans.
    await vi.waitFor(async () => expect(await plannedWhileEmpty()).toBeGreaterThan(30), { timeout: 50_000, interval: 10 });
    await client.query('select pg_stat_force_next_flush()');
    await client.query('select 1');
    expect(await collectFirstStatistics(database, 100)).toBe(1);
    expect(await buffers()).toBeLessThan(10);
  });
  expect(await collectFirstStatistics(database, 100)).toBe(0);
});
