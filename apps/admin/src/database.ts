import { existsSync, readFileSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Configuration, secretKeysOf } from '#platform/configuration';
import { EmbeddedPostgres } from '#platform/embedded-postgres';
import { BULK, openClient } from '#platform/postgres';
import { addressFile, checkFolder, lockFolder, postgresFolder } from '#platform/process';
import { compareKeys, Keyring } from '#platform/secrets';
import { migrate, ServiceModule, serviceOptions } from '#service';

/** Runs work on the service's contexts. */
export async function onContexts<T>(
  configuration: Configuration,
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const options = serviceOptions(configuration);
  const contexts = ServiceModule.forRoot({ ...options, database: { ...options.database, limits: BULK } });
  const app = await NestFactory.createApplicationContext(contexts, { logger: false, abortOnError: false });
  app.useLogger(['error', 'warn']);
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

/**
 * Runs work on the database of DATABASE_DIRECT_URL or DATABASE_URL; else on the embedded one of the running service; else starts the
 * embedded one while the work runs.
 * @param isEmpty the work makes the tables
 */
export async function withDatabase<T>(
  configuration: Configuration,
  work: (databaseUrl: string) => Promise<T>,
  isEmpty = false,
): Promise<T> {
  const url = configuration.directDatabaseUrl ?? configuration.databaseUrl ?? (await runningDatabase(configuration));
  return url === null ? onEmbeddedDatabase(configuration, work, isEmpty) : work(url);
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
  isEmpty: boolean,
): Promise<T> {
  checkFolder(configuration);
  const { dataDir } = configuration;
  const unlock = lockFolder(dataDir);
  try {
    const server = await EmbeddedPostgres.start({ folder: postgresFolder(dataDir) });
    try {
      if (!isEmpty) await migrated(server.url, configuration);
      return await work(server.url);
    } finally {
      await server.stop();
    }
  } finally {
    unlock();
  }
}

/** @throws WrongKey before anything is changed */
async function migrated(databaseUrl: string, configuration: Configuration): Promise<void> {
  const { secretKey, previousKey } = secretKeysOf(configuration);
  await compareKeys(databaseUrl, new Keyring(secretKey, ...(previousKey ? [previousKey] : [])));
  await migrate(databaseUrl);
}
