import type pg from 'pg';

/** Makes a database that is being restored a silent one, in the transaction that brings its rows back. */
export async function silenceRestored(client: pg.ClientBase): Promise<void> {
  await client.query('update known_cluster set told_silent = true');
}
