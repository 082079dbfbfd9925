import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Configuration, ConfigurationError } from './configuration.js';

/**
 * The key that encrypts personal data and webhook secrets: SECRET_KEY, else `<DATA_DIR>/secret.key`, created at the first start.
 * Processes that start at the same time get the same key, as only one of them can create the file.
 * @throws ConfigurationError when the file holds no key
 */
export function secretKeyOf({ secretKey, dataDir }: Configuration): Buffer {
  if (secretKey) return secretKey;
  const file = join(dataDir, 'secret.key');
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
