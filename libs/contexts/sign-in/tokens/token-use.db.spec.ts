import { afterAll, beforeAll, expect, it } from 'vitest';
import { Cell, GroupLimits, Groups } from '#contexts/groups';
import type { Database } from '#platform/database';
import { Clock } from '#platform/kernel';
import { auditOn } from '../../../../test/support/audit.js';
import { openDatabase } from '../../../../test/support/database.js';
import { ApiTokens } from './api-tokens.js';
import { TokenUse } from './token-use.js';

let opened: Awaited<ReturnType<typeof openDatabase>>;
let database: Database;

beforeAll(async () => {
  opened = await openDatabase();
  database = opened.database;
});

afterAll(() => opened?.close());

it('a use that could not be written is written the next time', async () => {
  const tokens = new ApiTokens(database, new Clock(), new GroupLimits(), new Cell(), auditOn(database));
  const group = await new Groups(database, new Clock(), [], auditOn(database)).create('late', 'Late');
  const { id } = await tokens.create(group.id);
  const rename = (from: string, to: string) =>
    database.withConnection((client) => client.query(`ALTER TABLE ${from} RENAME TO ${to}`));

  const use = new TokenUse(database, new Clock());
  use.note(group.id, id);
  await rename('api_tokens', 'away');
  try {
    await expect(use.write()).rejects.toThrow();
  } finally {
    await rename('away', 'api_tokens');
  }
  await use.write();
  const [token] = await tokens.list(group.id);
  expect(token!.last_used_at).not.toBeNull();
});

it('the last use of a token is written once for many uses, and never goes back', async () => {
  const tokens = new ApiTokens(database, new Clock(), new GroupLimits(), new Cell(), auditOn(database));
  const group = await new Groups(database, new Clock(), [], auditOn(database)).create('acme', 'Acme');
  const [used, unused] = [await tokens.create(group.id), await tokens.create(group.id)];
  const lastUse = async (id: string) => (await tokens.list(group.id)).find((token) => token.id === id)!.last_used_at;

  const use = new TokenUse(database, new Clock());
  for (let call = 0; call < 1_000; call++) use.note(group.id, used.id);
  expect(await lastUse(used.id)).toBeNull();
  await use.beforeApplicationShutdown();
  const written = await lastUse(used.id);
  expect(written).not.toBeNull();
  expect(await lastUse(unused.id)).toBeNull();

  const behind = new TokenUse(database, new Clock(-60_000));
  behind.note(group.id, used.id);
  await behind.write();
  expect(await lastUse(used.id)).toBe(written);
});
