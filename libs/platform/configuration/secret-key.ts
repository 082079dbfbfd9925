import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Configuration, ConfigurationError } from './configuration.js';

/** The keys of the service. */
export interface SecretKeys {
  secretKey: Buffer;
  previousKey: Buffer | null;
}

/**
 * The key that encrypts personal data and webhook secrets: SECRET_KEY, else `<DATA_DIR>/secret.key`, created at the first start.
 * Processes that start at the same time get the same key, as only one of them can create the file. Production creates none: a key made on
 * one machine is lost with it.
 * @throws ConfigurationError when there is no key in production, or the file holds none
 */
export function secretKeysOf({ secretKey, previousKey, dataDir, production }: Configuration): SecretKeys {
  return { secretKey: secretKey ?? keyInFile(dataDir, production), previousKey };
}

function keyInFile(dataDir: string, production: boolean): Buffer {
  const file = join(dataDir, 'secret.key');
  if (production && !existsSync(file)) {
    throw new ConfigurationError('SECRET_KEY: is required when NODE_ENV=production; make one with: openssl rand -base64 32');
  }
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  if (key.length !== 32) throw new ConfigurationError(`SECRET_KEY: ${file} does not hold 32 bytes in base64`);
  return key;
}
