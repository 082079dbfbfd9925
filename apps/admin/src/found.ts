import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isInUse } from '#contexts/groups';
import type { Configuration } from '#platform/configuration';
import { hasImages } from '#platform/images';
import { addressOf, BULK, openClient } from '#platform/postgres';
import { postgresFolder, StartError } from '#platform/process';
import { migrationsOf } from '#service';
import { COMMAND } from './command-name.js';

/**
 * The state of the database that a command needs, so that it never makes what it should have found: `groups` the tables of this release and
 * a Group, `tables` these alone, `backup` a Group in those of any release, `any` a database whatever is in it. `made`: it makes all of it.
 */
export type Needs = 'groups' | 'tables' | 'backup' | 'any' | 'made';

const SETTINGS = `Give it the settings of the service, as "lost-and-found …" does, or by: set -a; . /etc/lost-and-found/environment`;

/** @throws StartError where there is no embedded database yet */
export function requireEmbedded(configuration: Configuration): void {
  if (existsSync(join(postgresFolder(configuration.dataDir), 'data'))) return;
  throw new StartError(`There is no database ${placeOf(configuration)}. ${SETTINGS} ("${COMMAND} migrate" makes a new one)`);
}

/** Whether there is a key, which else would be made. */
export function hasKey({ secretKey, dataDir }: Configuration): boolean {
  return secretKey !== null || existsSync(join(dataDir, 'secret.key'));
}

/** @throws StartError where the key would be made: it opens nothing that is there */
export function requireKey(configuration: Configuration): void {
  if (hasKey(configuration)) return;
  throw new StartError(`There is no SECRET_KEY, and no ${join(configuration.dataDir, 'secret.key')}. ${SETTINGS}`);
}

/**
 * Looks whether the database is what a command needs.
 * @param migrates it is migrated to this release afterwards
 * @throws StartError saying which database it is, by which settings, and what to do
 */
export async function requireThere(url: string, configuration: Configuration, needs: Needs, migrates = false): Promise<void> {
  if (needs === 'any') return;
  const place = placeOf(configuration);
  const client = await openClient(url, { limits: BULK }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`The database ${place} can't be used: ${error.message || error.code}`, { cause: error });
  });
  const ask = async (text: string) => (await client.query(text)).rows;
  try {
    if (needs === 'made') return;
    const isUsed = await isInUse(ask);
    if (isUsed === null)
      throw new StartError(`The database ${place} is empty. ${SETTINGS} ("${COMMAND} migrate" makes this one the service's)`);
    if (needs !== 'tables' && !isUsed)
      throw new StartError(`The database ${place} has no Group. ${SETTINGS} ("${COMMAND} group create" makes its first one)`);
    if (needs !== 'tables') await requireImages(ask, configuration);
    if (needs === 'backup' || migrates) return;
    const { pending } = await migrationsOf(ask as (text: string) => Promise<{ name: string }[]>);
    if (pending.length > 0)
      throw new StartError(`The database ${place} is not migrated to this release: run "${COMMAND} migrate" first.`);
  } finally {
    await client.end();
  }
}

/** Beside them is the journal of erasures. @throws StartError where there are images, and no folder that they would be in */
async function requireImages(ask: (text: string) => Promise<unknown[]>, { s3, dataDir }: Configuration): Promise<void> {
  const folder = join(dataDir, 'images');
  if (s3 !== null || existsSync(folder) || !(await hasImages(ask))) return;
  throw new StartError(
    `The database has images, and there is no ${folder} (DATA_DIR). ${SETTINGS} (if they are lost, make that folder)`,
  );
}

/** The database and the settings that name it, without the secrets in them. */
function placeOf({ directDatabaseUrl, databaseUrl, dataDir }: Configuration): string {
  const url = directDatabaseUrl ?? databaseUrl;
  if (url === null) return `in ${dataDir} (DATA_DIR; DATABASE_URL is not set)`;
  const { hosts, database, user } = addressOf(url);
  const at = hosts.map(({ host, port }) => `${host}:${port}`).join(' or ');
  return `${database ?? user} at ${at} (${directDatabaseUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'})`;
}
