import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { EmbeddedPostgres } from '#platform/embedded-postgres';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the PostgreSQL that all specs of a run share; each creates its own databases in it. */
    postgresUrl: string;
    /** The same server for what only a superuser may do. */
    superuserUrl: string;
  }
}

interface Server {
  url: string;
  superuserUrl: string;
  stop(): Promise<void>;
}

/** Linux keeps it in memory; a run takes up to a gigabyte of it. */
const [MEMORY, ENOUGH_BYTES] = ['/dev/shm', 4 * 2 ** 30];

/** Each project of a run loads this file anew: the first starts the server, the last one to end stops it. */
const run = globalThis as { testServer?: { users: number; started: Promise<Server> } };

/** One PostgreSQL for a run: the one of TEST_DATABASE_URL, else a temporary embedded one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.testServer ??= { users: 0, started: start() };
  const { testServer } = run;
  testServer.users += 1;
  const { url, superuserUrl, stop } = await testServer.started;
  project.provide('postgresUrl', url);
  project.provide('superuserUrl', superuserUrl);
  return async () => {
    testServer.users -= 1;
    if (testServer.users > 0) return;
    delete run.testServer;
    await stop();
    // The files that the processes of the run wrote together: the statements that they sent, and images of services without a place for
    // them.
    const { statements } = project.config.provide;
    for (const folder of [statements, join(tmpdir(), 'lost-and-found-images')]) {
      if (folder) rmSync(folder, { recursive: true, force: true });
    }
  };
}

async function start(): Promise<Server> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    await forgetTemplate(given);
    return { url: given, superuserUrl: given, stop: async () => undefined };
  }
  // Named after the run, which takes away what is left of it (scripts/run-folder.mjs).
  const folder = mkdtempSync(join(fastestFolder(), `${basename(tmpdir())}-postgres-`));
  const server = await EmbeddedPostgres.start({ folder, durable: false });
  const { url, superuserUrl } = server;
  // Like the service's own role it is no superuser; each spec makes databases.
  const { username } = new URL(url);
  await connected(superuserUrl, (client) => client.query(`ALTER ROLE ${username} CREATEDB; GRANT pg_checkpoint TO ${username}`));
  const interrupted = () => end(folder);
  process.once('exit', interrupted);
  // Vitest exits at the first of them; a second, as npm and its child both pass them on, would be the end before that.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  return {
    url,
    superuserUrl,
    async stop() {
      process.off('exit', interrupted);
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Vitest exits at once on a signal: the server would be left, and the memory that its files take. Nothing is awaited in an exit. */
function end(folder: string): void {
  process.kill(Number.parseInt(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8'), 10), 'SIGQUIT');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Memory where there is enough of it: on a disk each spec waits half a second for its database to be copied. */
function fastestFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH_BYTES ? MEMORY : tmpdir();
}

/** The template that an earlier run left on the server may have an older schema. */
async function forgetTemplate(url: string): Promise<void> {
  await connected(url, (client) => client.query('DROP DATABASE IF EXISTS template_lost_and_found WITH (FORCE)'));
}

async function connected(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await work(client);
  await client.end();
}
