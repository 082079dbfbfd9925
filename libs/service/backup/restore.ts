import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { cellOf, otherCell } from '#contexts/groups';
import { silenceRestored } from '#platform/copies';
import { BULK, openClient } from '#platform/postgres';
import { StartError } from '#platform/process';
import type { Keyring } from '#platform/secrets';
import { opensProof } from '#platform/secrets';
import type { Storage } from '#platform/storage';
import { knownMigrations, MIGRATIONS, migrate, migrationsNamed } from '../migrate.js';
import { counted } from './counted.js';
import { imageFile, type Manifest, type Progress, readManifest, tableFile } from './manifest.js';
import { restoreNumbers } from './numbers.js';
import { quoted } from './tables.js';
import { requireAsWritten, verify } from './verify.js';

/** Where a backup returns to. */
export interface RestoreTarget {
  databaseUrl: string;
  storage: Storage;
  keyring: Keyring;
  /** The installation that it becomes; 0 when absent. */
  cell?: number;
}

/**
 * Restores a backup into an empty database and its storage. The database remembers the cluster that it came from, so that it is silent.
 * @throws StartError before anything is written: the database isn't empty, the key is another, the backup is damaged, of another cell or
 * of a later release; afterwards it says what to do with the database
 */
export async function restore(folder: string, target: RestoreTarget, progress: Progress): Promise<Manifest> {
  const manifest = readManifest(folder);
  const unknown = manifest.migrations.filter((name) => !knownMigrations().has(name));
  if (unknown.length > 0)
    throw new StartError(`The backup was made by a later release: ${unknown.join(', ')} is not known here.`);
  if (!manifest.keyProofs.every((proof) => opensProof(target.keyring, Buffer.from(proof, 'base64')))) {
    throw new StartError('SECRET_KEY is not the key that the backup is sealed with.');
  }
  const cell = cellOf(Number(manifest.sequences.find(({ name }) => name === 'groups_id_seq')?.start ?? 1));
  if (cell !== (target.cell ?? 0)) throw new StartError(otherCell('The backup', cell, target.cell ?? 0));
  const client = await openClient(target.databaseUrl, { limits: BULK });
  try {
    await checkEmpty(client);
    await verify(folder, progress);
    await write(client, folder, manifest, target, progress);
  } finally {
    await client.end();
  }
  return manifest;
}

/** @throws StartError that says what to do with the database, of which a part may be written */
async function write(
  client: pg.Client,
  folder: string,
  manifest: Manifest,
  { databaseUrl, storage, cell }: RestoreTarget,
  progress: Progress,
): Promise<void> {
  try {
    // At least the columns that there were; the rest of this release comes when the rows are there.
    await migrate(databaseUrl, undefined, migrationsNamed(new Set(manifest.migrations)), cell);
    await client.query('begin');
    await load(client, folder, manifest, progress);
    await silenceRestored(client);
    await client.query('commit');
    await client.query('analyze');
    await migrate(databaseUrl, undefined, MIGRATIONS, cell);
    await restoreImages(folder, manifest, storage, progress);
  } catch (error) {
    const reason = (error as Error).message.replace(/\.$/, '');
    throw new StartError(`${reason}. The database is restored in part: drop it, create it again, then restore again.`, {
      cause: error,
    });
  }
}

async function checkEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
  );
  if (rows[0])
    throw new StartError(
      `The database is not empty: it has the table ${rows[0].name}. Restore into one made by "create database".`,
    );
}

async function load(client: pg.Client, folder: string, manifest: Manifest, progress: Progress): Promise<void> {
  for (const { name, parent, bound } of manifest.partitions) {
    await client.query(`create table if not exists ${quoted(name)} partition of ${quoted(parent)} ${bound}`);
  }
  // Rows that migrations add are in the backup too. Tables that came later refer to them, and are empty.
  await client.query(`truncate ${manifest.tables.map(({ name }) => quoted(name)).join(', ')} cascade`);
  for (const { name, columns, count, sha256 } of manifest.tables) {
    const lines = counted((seen) => progress(name, seen, count));
    const rows = client.query(copyFrom(`copy ${quoted(name)} (${quoted(...columns)}) from stdin`));
    const file = tableFile(folder, name);
    await pipeline(createReadStream(file), createGunzip(), lines, rows);
    requireAsWritten(file, lines.result(), { count, sha256 });
  }
  await restoreNumbers(client, manifest.sequences);
}

async function restoreImages(folder: string, { images }: Manifest, storage: Storage, progress: Progress): Promise<void> {
  for (const [index, { key, sha256 }] of images.entries()) {
    const present = await storage.get(key);
    present?.stream.destroy();
    if (!present) {
      const file = imageFile(folder, key);
      const content = await readFile(file);
      requireAsWritten(file, { count: 1, sha256: createHash('sha256').update(content).digest('hex') }, { sha256 });
      await storage.put(key, content, contentTypeOf(key));
    }
    progress('images', index + 1, images.length);
  }
}

function contentTypeOf(key: string): string {
  return { png: 'image/png', gif: 'image/gif', webp: 'image/webp' }[key.split('.').at(-1)!] ?? 'image/jpeg';
}
