import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../../test/support/database.js';
import { looseScan, statement } from './index.js';

let opened: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  opened = await openDatabase();
  await query(sql`create table places (group_id int not null, name text not null, open boolean not null)`);
  await query(sql`create index on places (group_id, name) where open`);
  await query(sql`
    insert into places select n % 2, case n % 3 when 0 then 'b' else 'a' end, n % 3 < 2 from generate_series(1, 9000) n`);
});
afterAll(() => opened.close());

const query = <Row>(text: ReturnType<typeof sql<Row>>) => opened.database.query(statement(text));

it('a loose scan finds each value once, in their order, of rows that meet the condition', async () => {
  const found = (columns: string[], condition?: ReturnType<typeof sql>) =>
    query(sql`with recursive ${looseScan('place', sql`places`, columns, condition)} select * from place`);
  expect(await found(['group_id'])).toEqual([{ group_id: 0 }, { group_id: 1 }]);
  expect(await found(['group_id', 'name'], sql`open`)).toEqual([
    { group_id: 0, name: 'a' },
    { group_id: 0, name: 'b' },
    { group_id: 1, name: 'a' },
    { group_id: 1, name: 'b' },
  ]);
  expect(await found(['name'], sql`name > 'b'`)).toEqual([]);
});

it('a loose scan jumps through the index and reads a row for each value', async () => {
  await query(sql`vacuum analyze places`);
  const plan = await query(sql<{ 'QUERY PLAN': string }>`
    explain (analyze, costs off, timing off, buffers off)
    with recursive ${looseScan('place', sql`places`, ['group_id', 'name'], sql`open`)} select * from place`);
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toMatch(/Index Only Scan using places_group_id_name_idx/);
  expect(text).not.toMatch(/Seq Scan|Sort/);
});
