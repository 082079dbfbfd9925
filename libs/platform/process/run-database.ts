import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '#platform/configuration';
import { EmbeddedPostgres } from '#platform/embedded-postgres';

/** The database that the service runs on. */
export interface RunDatabase {
  url: string;
  embedded: boolean;
  stop(): Promise<void>;
  /** The server, where it is this process that keeps it running. */
  server: Pick<EmbeddedPostgres, 'ended' | 'restart'> | null;
}

/** The file with the URL of the running embedded database, for the command line. */
export function addressFile(dataDir: string): string {
  return join(dataDir, 'postgres.json');
}

/** The folder of the embedded PostgreSQL. */
export function postgresFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/** The database of DATABASE_URL, else the embedded one, which it starts. @throws EmbeddedPostgresError */
export async function openDatabase({ databaseUrl, dataDir }: Configuration): Promise<RunDatabase> {
  if (databaseUrl !== null) return { url: databaseUrl, embedded: false, stop: async () => undefined, server: null };
  const server = await EmbeddedPostgres.start({ folder: postgresFolder(dataDir) });
  writeFileSync(addressFile(dataDir), JSON.stringify({ url: server.url }), { mode: 0o600 });
  return { url: server.url, embedded: true, stop: () => server.stop(), server };
}
