import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '#platform/process';
import type { BackedTable, Partition, Sequence } from './tables.js';

/** The manifest of a backup; written last, so that an interrupted backup has none. */
export interface Manifest {
  format: 1;
  at: string;
  /** The migrations that the database had. */
  migrations: string[];
  /** Sealed values that show which key the backup needs, in base64. */
  keyProofs: string[];
  tables: (BackedTable & Written)[];
  partitions: Partition[];
  sequences: Sequence[];
  images: (Written & { key: string; bytes: number })[];
}

/** A file of a backup. */
export interface Written {
  /** Rows of a table; 1 for an image. */
  count: number;
  /** The hash of the content before it was compressed, in hex. */
  sha256: string;
}

/** How far a backup or a restore is. */
export type Progress = (what: string, done: number, total: number) => void;

const MANIFEST = 'manifest.json';

/** Holds the hash of the manifest, as `sha256sum` writes it; backups of earlier releases have none. */
const SUM = 'manifest.sha256';

/** Where a backup keeps the rows of a table, as a compressed COPY. */
export function tableFile(folder: string, table: string): string {
  return join(folder, 'tables', `${table}.copy.gz`);
}

/** Where a backup keeps an image; `key` is its name in the storage. */
export function imageFile(folder: string, key: string): string {
  return join(folder, 'images', key);
}

/** Writes the manifest, which makes the backup whole. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeDurably(join(folder, SUM), `${hashOf(text)}  ${MANIFEST}\n`);
  await writeDurably(join(folder, MANIFEST), text);
}

/** @throws StartError when there is no whole backup in the folder */
export function readManifest(folder: string): Manifest {
  const [text, sum] = [textOf(join(folder, MANIFEST)), textOf(join(folder, SUM))];
  if (text === null) throw new StartError(`${folder} holds no whole backup: there is no ${MANIFEST} in it.`);
  try {
    const manifest = JSON.parse(text) as Manifest;
    if (manifest.format === 1 && (sum === null || sum.startsWith(hashOf(text)))) return manifest;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new StartError(`The backup is damaged: ${join(folder, MANIFEST)} is not as it was written.`);
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function writeDurably(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flag: 'wx', mode: 0o600, flush: true });
}
