import { existsSync, readFileSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Configuration, secretKeysOf } from '#platform/configuration';
import type { MigrationReport } from '#platform/database';
import { EmbeddedPostgres } from '#platform/embedded-postgres';
import { BULK, openClient } from '#platform/postgres';
import { addressFile, checkFolder, lockFolder, postgresFolder } from '#platform/process';
import { compareKeys, Keyring } from '#platform/secrets';
import { MIGRATIONS, migrate, ServiceModule, serviceOptions } from '#service';
import { CommandLog } from './command-log.js';
import { hasKey, type Needs, requireEmbedded, requireKey, requireThere } from './found.js';

/** Runs work on the service's contexts. */
export async function onContexts<T>(
  configuration: Configuration,
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const options = serviceOptions(configuration);
  const contexts = ServiceModule.forRoot({ ...options, database: { ...options.database, limits: BULK } });
  const app = await NestFactory.createApplicationContext(contexts, { logger: false, abortOnError: false });
  app.useLogger(new CommandLog({ logLevels: ['error', 'warn'] }));
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

/**
 * Runs work on the database of DATABASE_DIRECT_URL or DATABASE_URL; else on the embedded one of the running service; else starts the
 * embedded one while the work runs.
 * @throws StartError when the database isn't what the work needs
 */
export async function withDatabase<T>(
  configuration: Configuration,
  work: (databaseUrl: string) => Promise<T>,
  needs: Needs,
): Promise<T> {
  const url = configuration.directDatabaseUrl ?? configuration.databaseUrl ?? (await runningDatabase(configuration));
  if (url === null && needs !== 'made') requireEmbedded(configuration);
  if (needs !== 'made') requireKey(configuration);
  if (url === null) return onEmbeddedDatabase(configuration, work, needs);
  await requireThere(url, configuration, needs);
  return work(url);
}

/** The embedded database when the service runs; null when it doesn't answer. */
async function runningDatabase({ dataDir }: Configuration): Promise<string | null> {
  const file = addressFile(dataDir);
  if (!existsSync(file)) return null;
  const { url } = JSON.parse(readFileSync(file, 'utf8')) as { url: string };
  try {
    const client = await openClient(url, { limits: { connect: 2_000 } });
    await client.end();
    return url;
  } catch {
    return null;
  }
}

/** @throws StartError when the folder can't be written, while the service is starting or stopping on it, or with another SECRET_KEY */
async function onEmbeddedDatabase<T>(
  configuration: Configuration,
  work: (databaseUrl: string) => Promise<T>,
  needs: Needs,
): Promise<T> {
  checkFolder(configuration);
  const { dataDir } = configuration;
  const unlock = lockFolder(dataDir);
  try {
    const server = await EmbeddedPostgres.start({ folder: postgresFolder(dataDir) });
    try {
      // As the next start of the service would.
      const migrates = needs === 'tables' || needs === 'groups';
      await requireThere(server.url, configuration, needs, migrates);
      if (migrates) await migrateOwn({ ...configuration, databaseUrl: server.url });
      return await work(server.url);
    } finally {
      await server.stop();
    }
  } finally {
    unlock();
  }
}

/** Migrates the database, unless it has another key: no process would start on it. @throws WrongKey before anything is changed */
export async function migrateOwn(
  configuration: Configuration & { databaseUrl: string },
  report?: MigrationReport,
): Promise<void> {
  const { databaseUrl, cell } = configuration;
  if (hasKey(configuration)) await compareKeys(databaseUrl, keyringOf(configuration));
  await migrate(databaseUrl, report, MIGRATIONS, cell);
}

/** The keys of the service. */
export function keyringOf(configuration: Configuration): Keyring {
  const { secretKey, previousKey } = secretKeysOf(configuration);
  return new Keyring(secretKey, ...(previousKey ? [previousKey] : []));
}
