import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

const TEMPLATE = 'template_lost_and_found';

/** A database of a spec's own. */
export interface TestDatabase {
  url: string;
  /** Ends what is still connected and removes it. */
  drop(): Promise<void>;
}

/** Makes a fresh, migrated database in the run's PostgreSQL. */
export async function createDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = new URL(inject('postgresUrl'));
  await administrate(url.href, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => administrate(url.href, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function administrate(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
