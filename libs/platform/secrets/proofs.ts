import type pg from 'pg';

/** A proof of the keys that a database needs, for whoever copies it: `opensProof` tells whether one is held. */
export async function proofsIn(client: pg.ClientBase): Promise<Buffer[]> {
  const { rows } = await client.query<{ proof: Buffer }>(
    `select proof from service_keys where state <> 'retired' order by state`,
  );
  return rows.map(({ proof }) => proof);
}
