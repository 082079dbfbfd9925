import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { to as copyTo } from 'pg-copy-streams';
import { BULK, openClient } from '#platform/postgres';
import { StartError } from '#platform/process';
import { proofsIn } from '#platform/secrets';
import type { Storage } from '#platform/storage';
import { counted } from './counted.js';
import { imageFile, type Manifest, type Progress, tableFile, writeManifest } from './manifest.js';
import { partitionsOf, quoted, sequencesOf, tablesOf } from './tables.js';

/** Codes of the system for a place where nothing can be written, or nothing more. */
const NOT_WRITABLE = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO'];

/**
 * Writes the database, as it is at one moment while others write, and the images into a new folder. One that fails leaves nothing.
 * @throws StartError when the folder isn't empty, or what it is to hold can't be written
 */
export async function backup(databaseUrl: string, storage: Storage, folder: string, progress: Progress): Promise<Manifest> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new StartError(`${folder} is not empty. A backup needs a folder of its own.`);
  try {
    return await written(databaseUrl, storage, folder, progress);
  } catch (error) {
    // Files that are left would take the room of the next one.
    const left = made === undefined ? (await readdir(folder)).map((name) => join(folder, name)) : [folder];
    for (const path of left) await rm(path, { recursive: true, force: true });
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw NOT_WRITABLE.includes(code) ? new StartError(`${folder} can't be written (${message}).`) : error;
  }
}

async function written(databaseUrl: string, storage: Storage, folder: string, progress: Progress): Promise<Manifest> {
  for (const part of ['tables', 'images']) await mkdir(join(folder, part), { mode: 0o700 });
  const client = await openClient(databaseUrl, { limits: BULK });
  try {
    // Every table is read in one snapshot.
    await client.query('begin isolation level repeatable read read only');
    const manifest: Manifest = {
      format: 1,
      at: new Date().toISOString(),
      migrations: (await client.query<{ name: string }>('select name from migrations order by id')).rows.map(({ name }) => name),
      keyProofs: (await proofsIn(client)).map((proof) => proof.toString('base64')),
      tables: [],
      partitions: await partitionsOf(client),
      sequences: await sequencesOf(client),
      images: [],
    };
    for (const table of await tablesOf(client)) {
      const [{ total }] = (await client.query(`select count(*)::int as total from ${quoted(table.name)}`)).rows;
      const lines = counted((count) => progress(table.name, count, Math.max(total, count)));
      // A partitioned table can only be read through a query.
      const rows = client.query(copyTo(`copy (select ${quoted(...table.columns)} from ${quoted(table.name)}) to stdout`));
      await pipeline(rows, lines, createGzip({ level: 6 }), fileAt(tableFile(folder, table.name)));
      manifest.tables.push({ ...table, ...lines.result() });
    }
    await client.query('commit');
    // Behind the snapshot: every image that its records name was stored before them.
    manifest.images = await backUpImages(storage, folder, progress);
    await writeManifest(folder, manifest);
    return manifest;
  } finally {
    await client.end();
  }
}

async function backUpImages(storage: Storage, folder: string, progress: Progress): Promise<Manifest['images']> {
  const images: Manifest['images'] = [];
  for await (const key of storage.keys()) {
    const file = await storage.get(key);
    // It was erased meanwhile.
    if (!file) continue;
    let bytes = 0;
    file.stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    const content = counted();
    await pipeline(file.stream, content, fileAt(imageFile(folder, key)));
    images.push({ key, bytes, count: 1, sha256: content.result().sha256 });
    progress('images', images.length, images.length);
  }
  return images;
}

function fileAt(path: string) {
  return createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
}
