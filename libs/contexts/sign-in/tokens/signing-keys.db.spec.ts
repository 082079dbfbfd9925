import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#platform/database';
import { Clock } from '#platform/kernel';
import { Keyring } from '#platform/secrets';
import { openDatabase } from '../../../../test/support/database.js';
import { type SigningKey, SigningKeys } from './signing-keys.js';

let opened: Awaited<ReturnType<typeof openDatabase>>;
let database: Database;
const keyring = new Keyring(randomBytes(32));

beforeAll(async () => {
  opened = await openDatabase();
  database = opened.database;
});

afterAll(() => opened?.close());

const startProcess = () => new SigningKeys(database, keyring, new Clock());

describe('a process that has just started', () => {
  let key: SigningKey;
  let started: SigningKeys;
  beforeEach(async () => {
    key = await startProcess().current();
    started = startProcess();
  });

  it('knows a key that another process made, for all who ask at once', async () => {
    const found = await Promise.all(Array.from({ length: 20 }, () => started.named(key.id)));
    expect(found.map((one) => one?.id)).toEqual(Array(20).fill(key.id));
  });

  it('takes no key for unknown because it could not look', async () => {
    const rename = (from: string, to: string) =>
      database.withConnection((client) => client.query(`ALTER TABLE ${from} RENAME TO ${to}`));
    await rename('signing_keys', 'away');
    try {
      await expect(started.named(key.id)).rejects.toThrow();
    } finally {
      await rename('away', 'signing_keys');
    }
    expect(await started.named(key.id)).toEqual(key);
  });

  it('looks for unknown keys once a second at most', async () => {
    expect(await started.named('unknown')).toBeNull();
    const late = await database.withConnection(async (client) => {
      await client.query('BEGIN; LOCK TABLE signing_keys');
      const answer = await started.named('another').finally(() => client.query('ROLLBACK'));
      return answer;
    });
    expect(late).toBeNull();
  });
});
