import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Configuration, secretKeysOf } from '#platform/configuration';
import { CALLS, openClient } from '#platform/postgres';
import { demoFile } from './demo-file.js';

/** Identifies the build: npm start writes it (scripts/run.mjs). */
const BUILD = new URL('../../../.built', import.meta.url);

/**
 * Whether an earlier start may have left the embedded database prepared. Other databases belong to somebody who may do anything with them.
 */
export function mayBePrepared(configuration: Configuration): boolean {
  const isEmbedded = configuration.databaseUrl === null;
  return isEmbedded && existsSync(fileIn(configuration)) && (!configuration.demo || existsSync(demoFile(configuration)));
}

/** Whether a start of this build, with this key, left the database migrated as it is, and the demo made. */
export async function isPrepared(configuration: Configuration, databaseUrl: string): Promise<boolean> {
  return readFileSync(fileIn(configuration), 'utf8') === (await stateOf(configuration, databaseUrl));
}

/** Remembers that the embedded database is prepared. */
export async function rememberPrepared(configuration: Configuration, databaseUrl: string): Promise<void> {
  if (configuration.databaseUrl !== null) return;
  const state = await stateOf(configuration, databaseUrl);
  if (state !== null) writeFileSync(fileIn(configuration), state, { mode: 0o600 });
}

/** A hash of the build, the key and the migrations of the database; null when it has none, or the build is not known. */
async function stateOf(configuration: Configuration, databaseUrl: string): Promise<string | null> {
  if (!existsSync(BUILD)) return null;
  const migrations = await migrationsAt(databaseUrl);
  if (migrations === null) return null;
  const { secretKey } = secretKeysOf(configuration);
  const parts = [readFileSync(BUILD), secretKey, migrations];
  return parts.reduce((hash, part) => hash.update(part).update('\n'), createHash('sha256')).digest('hex');
}

async function migrationsAt(databaseUrl: string): Promise<string | null> {
  const client = await openClient(databaseUrl, { limits: CALLS });
  try {
    const { rows: found } = await client.query<{ exists: boolean }>(`select to_regclass('migrations') is not null as exists`);
    if (!found[0]!.exists) return null;
    return (await client.query(`select string_agg(name, ' ' order by id) as names from migrations`)).rows[0].names;
  } finally {
    await client.end();
  }
}

function fileIn({ dataDir }: Configuration): string {
  return join(dataDir, 'prepared');
}
