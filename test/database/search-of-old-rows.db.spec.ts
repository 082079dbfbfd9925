import { afterAll, beforeAll, expect, it } from 'vitest';
import { MIGRATIONS, migrate } from '#service';
import { connected, createEmptyDatabase, type TestDatabase } from '../support/database.js';

const quiet = () => undefined;
const EVERY_SCRIPT = Object.keys(MIGRATIONS).filter((name) => name.endsWith('every_script'));
const BEFORE = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => !EVERY_SCRIPT.includes(name)));

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database?.drop());

const ITEMS = ['黒い傘', 'آسفي حقيبة', 'Black umbrella of Jörg Müller'];
const FOUND = [
  ['傘', '黒い傘'],
  ['اسفي', 'آسفي حقيبة'],
  ['muller', 'Black umbrella of Jörg Müller'],
];

it('what was stored before search knew every script is found, and rows whose words are the same are not written', async () => {
  await migrate(database.url, quiet, BEFORE);
  await connected(database.url, async (client) => {
    await client.query(`insert into groups (code, name, created_at) values ('demo', 'demo', now())`);
    await client.query(
      `insert into items (group_id, id, location_id, item, location, departured_date, shipping, colors, categories, owner, status,
         storage_expires_at, version, created_at, updated_at)
       select 1, at, 'demo:1', item, 'Lobby', '2026-11-20', '{}', '{}', '{}', '{"phoneNumber":"+49 170 1"}', 'waiting-response', now(), 1,
         now(), now()
       from unnest($1::text[]) with ordinality as items (item, at)`,
      [ITEMS],
    );
    await client.query(
      `insert into requests (group_id, id, request_number, location_id, status, request, owner, colors, categories, expires_at, version,
         created_at, updated_at)
       select 1, at, at, 'demo:1', 'registered', item, '{"name":"Anna"}', '{}', '{}', now(), 1, now(), now()
       from unnest($1::text[]) with ordinality as items (item, at)`,
      [ITEMS],
    );
    const stamps = async () => {
      const texts = `select xmin::text, item from items union all select xmin::text, request from requests`;
      return (await client.query(`select xmin, item from (${texts}) rows where item = $1`, [ITEMS[2]])).rows;
    };
    const before = await stamps();
    await migrate(database.url, quiet);
    expect(before).toHaveLength(2);
    expect(await stamps()).toEqual(before);
    for (const [q, text] of FOUND) {
      const { rows } = await client.query(
        `select item as text from items where group_id = 1 and search @@ search_query($1)
         union all select request from requests where group_id = 1 and search @@ search_query($1)`,
        [q],
      );
      expect(rows, q).toEqual([{ text }, { text }]);
    }
  });
});
