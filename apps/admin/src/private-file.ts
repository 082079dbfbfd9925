import { open } from 'node:fs/promises';
import type { Writable } from 'node:stream';

/**
 * Opens an empty file for personal data: nobody else on the machine may read it, even if an existing file allowed that.
 * @throws Error when it belongs to somebody else
 */
export async function privateFile(path: string): Promise<Writable> {
  const file = await open(path, 'w', 0o600);
  try {
    // The mode above is that of a new file. What is no file, such as a pipe, is left as it is.
    if ((await file.stat()).isFile()) await file.chmod(0o600);
  } catch (error) {
    await file.close();
    throw error;
  }
  return file.createWriteStream();
}
