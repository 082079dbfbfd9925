import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#platform/installation';
import type { BackedTable, Partition, Sequence } from './tables.js';

/** What a backup holds; written last, so that an interrupted backup has none. */
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
  /** Of the content before it was compressed, in hex. */
  sha256: string;
}

/** How far a backup or a restore is. */
export type Progress = (what: string, done: number, total: number) => void;

export const MANIFEST = 'manifest.json';

/** Where a backup keeps the rows of a table, as a compressed COPY. */
export function tableFile(folder: string, table: string): string {
  return join(folder, 'tables', `${table}.copy.gz`);
}

/** Where a backup keeps an image; `key` is its name in the storage. */
export function imageFile(folder: string, key: string): string {
  return join(folder, 'images', key);
}

/** @throws StartError when there is no whole backup in the folder */
export function readManifest(folder: string): Manifest {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Manifest;
    if (manifest.format === 1) return manifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' && !(error instanceof SyntaxError)) throw error;
  }
  throw new StartError(`${folder} holds no whole backup: there is no readable ${MANIFEST} in it.`);
}
