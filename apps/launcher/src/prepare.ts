// The program of the process that migrates the database and makes the demo, once it gets the address (preparation.ts).
import 'reflect-metadata';
import { once } from 'node:events';
import { readConfiguration, secretKeysOf } from '#platform/configuration';
import { addressOf } from '#platform/postgres';
import { StartError } from '#platform/process';
import { compareKeys, Keyring } from '#platform/secrets';
import { MIGRATIONS, migrate } from '#service';
import { prepareDemo } from './demo.js';

// The launcher has ended.
process.on('disconnect', () => process.exit(1));
try {
  const [{ databaseUrl }] = await once(process, 'message');
  const configuration = readConfiguration({ ...process.env, DATABASE_URL: databaseUrl });
  const { secretKey, previousKey } = secretKeysOf(configuration);
  const keyring = new Keyring(secretKey, ...(previousKey ? [previousKey] : []));
  await migrated(configuration.directDatabaseUrl ?? databaseUrl, keyring, configuration.cell);
  const isNew = process.argv.includes('--demo') && (await prepareDemo(configuration));
  process.send!({ isNew }, () => process.exit(0));
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}

async function migrated(databaseUrl: string, keyring: Keyring, cell: number): Promise<void> {
  try {
    await compareKeys(databaseUrl, keyring);
    await migrate(databaseUrl, undefined, MIGRATIONS, cell);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const host = addressOf(databaseUrl).hosts.map((place) => `${place.host}:${place.port}`);
    // The embedded one runs, and is named by no setting.
    const advice = process.env.DATABASE_URL ? ' Check DATABASE_URL and that PostgreSQL (15 or later) runs.' : '';
    throw new StartError(`The database at ${host.join(' or ')} can't be used: ${message || code}.${advice}`);
  }
}
