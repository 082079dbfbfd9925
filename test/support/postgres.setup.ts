import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#contexts';
import { EmbeddedPostgres } from '#embedded-postgres';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the PostgreSQL that all specs of a run share; each makes databases of its own in it. */
    postgresUrl: string;
  }
}

/** The migrated database that every spec's own is copied from. */
export const TEMPLATE = 'template_lost_and_found';

/** One PostgreSQL for a run: the one of TEST_DATABASE_URL, else an embedded one that leaves nothing behind. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const folder = given ? null : mkdtempSync(join(tmpdir(), 'lost-and-found-test-'));
  const server = folder === null ? null : await EmbeddedPostgres.start({ folder, durable: false });
  const url = given ?? server!.url;
  await makeTemplate(url);
  project.provide('postgresUrl', url);
  return async () => {
    await server?.stop();
    if (folder) rmSync(folder, { recursive: true });
  };
}

async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  const template = new URL(url);
  template.pathname = `/${TEMPLATE}`;
  await migrate(template.href);
}
