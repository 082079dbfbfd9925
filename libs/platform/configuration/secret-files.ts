import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';

/** Variables that hold a secret: each may be given as the path of a file instead, `<NAME>_FILE`, as orchestrators mount them. */
export const SECRET_VARIABLES = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'REDIS_URL',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'SSO_CLIENT_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'SMS_URL',
] as const;

/**
 * The environment with the content of every `<NAME>_FILE` in the place of that variable. They are read once, here: what is handed on to
 * other processes holds no file beside its value, and a file may be one that gives its content only once.
 * @param wrong gets a line for each variable that is given twice, and for each file that can't be read or is empty
 */
export function withSecretFiles(given: Record<string, string | undefined>, wrong: string[]): Record<string, string | undefined> {
  const read = { ...given };
  for (const name of SECRET_VARIABLES) {
    const variable = `${name}_FILE`;
    const path = given[variable];
    if (path === undefined) continue;
    delete read[variable];
    if (given[name] !== undefined) wrong.push(`${variable}: is given beside ${name}; set one of them`);
    try {
      const bytes = readFileSync(path);
      const content = bytes.toString().trim();
      if (content === '') wrong.push(`${variable}: ${path} is empty`);
      // Windows writes UTF-16 or a code page: read as another text, it would be another secret.
      else if (!isUtf8(bytes) || content.includes('\0')) wrong.push(`${variable}: ${path} is no text in UTF-8`);
      else read[name] ??= content;
    } catch (error) {
      wrong.push(`${variable}: ${path} can't be read (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  return read;
}
