import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Cell } from '#contexts/groups';
import { MovableClock } from '../../../test/support/clock.js';
import { openDatabase } from '../../../test/support/database.js';
import { Sessions } from './sessions.js';

let opened: Awaited<ReturnType<typeof openDatabase>>;
let client: pg.Client;
let sessions: Sessions;
const clock = new MovableClock();
beforeAll(async () => {
  opened = await openDatabase();
  client = new pg.Client({ connectionString: opened.url });
  await client.connect();
  sessions = new Sessions(opened.database, clock, new Cell());
  await client.query(`insert into groups (code, name, created_at) values ('demo', 'Demo', now())`);
  for (const user of [1, 2]) {
    await client.query(`insert into credentials (group_id, user_id, username, password_hash) values (1, $1, $2, 'x')`, [
      user,
      `u${user}`,
    ]);
  }
});
afterAll(async () => {
  await client?.end();
  await opened?.close();
});

const signIn = (userID: number) =>
  sessions.open({ groupID: 1, userID, passwordHash: null }, { address: randomBytes(16), userAgent: null });
/** Of which users each table has rows. */
const left = async () => {
  const { rows } = await client.query(`select
    array(select distinct user_id from sessions order by 1) as sessions,
    array(select distinct user_id from refresh_tokens t join sessions s on s.id = t.session_id order by 1) as tokens,
    (select count(*)::int from refresh_tokens) as count,
    array(select distinct user_id from known_addresses order by 1) as addresses`);
  return rows[0];
};

it('the sessions, tokens and addresses of a user who never signs in again go, those of others stay', async () => {
  for (let count = 0; count < 3; count++) await signIn(1);
  clock.forward(29);
  await signIn(2);
  expect(await sessions.forget(2)).toBe(0);
  clock.forward(2);
  expect(await sessions.forget(2)).toBe(2);
  expect(await sessions.forget(2)).toBe(1);
  expect(await left()).toEqual({ sessions: [2], tokens: [2], count: 1, addresses: [1, 2] });
  clock.forward(335);
  while ((await sessions.forget(2)) === 2);
  expect(await left()).toEqual({ sessions: [], tokens: [], count: 0, addresses: [2] });
});
