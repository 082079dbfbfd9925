import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { StartError } from '#platform/process';
import { counted } from './counted.js';
import { imageFile, type Manifest, type Progress, readManifest, tableFile, type Written } from './manifest.js';

/**
 * Reads every file of a backup and compares it with the manifest; writes nothing.
 * @throws StartError when a file is missing, incomplete or not as it was written
 */
export async function verify(folder: string, progress: Progress): Promise<Manifest> {
  const manifest = readManifest(folder);
  for (const { name, count, sha256 } of manifest.tables) {
    const lines = counted((seen) => progress(`checking ${name}`, seen, count));
    const file = tableFile(folder, name);
    await read(file, () => pipeline(createReadStream(file), createGunzip(), lines.resume()));
    requireAsWritten(file, lines.result(), { count, sha256 });
  }
  for (const [index, { key, sha256 }] of manifest.images.entries()) {
    const [file, content] = [imageFile(folder, key), counted()];
    await read(file, () => pipeline(createReadStream(file), content.resume()));
    requireAsWritten(file, content.result(), { sha256 });
    progress('checking images', index + 1, manifest.images.length);
  }
  return manifest;
}

/** @throws StartError when what was read of a file is not what the manifest says */
export function requireAsWritten(file: string, found: Written, written: Partial<Written>): void {
  if (found.sha256 !== written.sha256 || found.count !== (written.count ?? found.count))
    throw damaged(file, 'is not as it was written');
}

async function read(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw damaged(file, code === 'ENOENT' ? 'is missing' : `can't be read (${message})`);
  }
}

function damaged(file: string, how: string): StartError {
  return new StartError(`The backup is damaged: ${file} ${how}.`);
}
