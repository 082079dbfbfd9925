import type pg from 'pg';

/** What shows which keys a database needs, for who copies it: `opensProof` tells whether one is held. */
export async function proofsIn(client: pg.ClientBase): Promise<Buffer[]> {
  const { rows } = await client.query<{ proof: Buffer }>(
    `select proof from service_keys where state <> 'retired' order by state`,
  );
  return rows.map(({ proof }) => proof);
}
