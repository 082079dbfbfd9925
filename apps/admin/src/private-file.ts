import { open } from 'node:fs/promises';
import type { Writable } from 'node:stream';

/**
 * Opens a file that will hold personal data, emptied: nobody else on the machine may read it, whatever was allowed with the one that is there.
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
