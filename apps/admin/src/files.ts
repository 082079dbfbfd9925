import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InvalidArgumentError } from 'commander';
import { systemError } from './failure.js';

/** Stands for standard input or output instead of a file. */
export const STANDARD = '-';

/** A path is of the folder in which the command was typed: npm and ops/systemd/lost-and-found, which run it elsewhere, name that. */
export function pathOf(given: string): string {
  return given === STANDARD ? given : resolve(process.env.INIT_CWD ?? '.', given);
}

/** A file to be read, as an option. @throws InvalidArgumentError saying why it can't be */
export function readable(given: string): string {
  return checked(given, (path) => {
    accessSync(path, constants.R_OK);
    if (statSync(path).isDirectory()) throw new InvalidArgumentError(`${path} is a folder`);
  });
}

/** A file to be written, as an option. @throws InvalidArgumentError before anything is done, saying why it can't be */
export function writable(given: string): string {
  return checked(given, (path) => accessSync(existsSync(path) ? path : dirname(path), constants.W_OK));
}

function checked(given: string, check: (path: string) => void): string {
  const path = pathOf(given);
  try {
    if (path !== STANDARD) check(path);
  } catch (error) {
    const why = systemError(error);
    throw why === null ? error : new InvalidArgumentError(`${why}; ${STANDARD} is standard input or output`);
  }
  return path;
}

/**
 * Writes personal data: into a file that nobody else on the machine may read, even if an existing one allowed that, or to the output.
 * @throws Error when the file belongs to somebody else, or there is no room
 */
export async function writePrivately(
  path: string,
  lines: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
): Promise<void> {
  const text = Readable.from(lines);
  if (path === STANDARD) return pipeline(text, process.stdout, { end: false });
  return inPlace(path, async () => pipeline(text, await privateFile(path)));
}

/** Does what writes to a place: a write that fails does not say where. */
export async function inPlace<T>(path: string, work: () => Promise<T>): Promise<T> {
  return work().catch((error) => {
    throw systemError(error) === null ? error : Object.assign(error, { path: error.path ?? path });
  });
}

async function privateFile(path: string): Promise<Writable> {
  const file = await open(path, 'w', 0o600);
  try {
    // The mode above is that of a new file. A target that is no file, such as a pipe, is left as it is.
    if ((await file.stat()).isFile()) await file.chmod(0o600);
  } catch (error) {
    await file.close();
    throw error;
  }
  return file.createWriteStream();
}
