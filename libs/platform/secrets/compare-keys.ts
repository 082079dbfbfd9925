import type pg from 'pg';
import { CALLS, openClient } from '#platform/postgres';
import type { Keyring } from './keyring.js';
import { requireHeld, type ServiceKeyRow } from './service-keys.js';

/**
 * Compares the keys with those that the database knows, before a migration changes it. A database that remembers no key yet is compared
 * when a process opens it.
 * @throws WrongKey
 */
export async function compareKeys(databaseUrl: string, keyring: Keyring): Promise<void> {
  const client = await openClient(databaseUrl, { limits: CALLS });
  try {
    const { rows: found } = await client.query<{ exists: boolean }>(`select to_regclass('service_keys') is not null as exists`);
    if (!found[0]!.exists) return;
    requireHeld(keyring, (await client.query<ServiceKeyRow>('select state, proof from service_keys')).rows);
  } finally {
    await client.end();
  }
}

/** A proof of the keys that a database needs, for whoever copies it: `opensProof` tells whether one is held. */
export async function proofsIn(client: pg.ClientBase): Promise<Buffer[]> {
  const { rows } = await client.query<{ proof: Buffer }>(
    `select proof from service_keys where state <> 'retired' order by state`,
  );
  return rows.map(({ proof }) => proof);
}
