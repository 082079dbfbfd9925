import { createHmac } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type Statement, statement } from '#platform/database';
import { Keyring, type SealedColumn, Secrets } from '#platform/secrets';
import { Storage } from '#platform/storage';

/** Bytes of each part but the last: what is in memory of a file at once. */
const PART = 1024 * 1024;

const PURPOSE = 'import-file';
const context = (groupID: number) => `${PURPOSE}/${groupID}`;

export const SEALED_IMPORT_KEYS: SealedColumn = {
  table: 'imports',
  key: ['group_id', 'id'],
  column: 'sealed_key',
  purpose: PURPOSE,
  context: ({ group_id }) => context(group_id),
};

/** A stored file: its name, its key as it stands in the database, and the number of its parts. */
export interface StoredImport {
  group_id: number;
  file: string;
  sealed_key: Buffer;
  parts: number;
}

/** The files of imports: stored in parts, each sealed with a key of the file's own, as they hold what guests are called. */
@Injectable()
export class ImportFiles {
  /** The part that was read last: the next rows are in it too. */
  private last: { name: string; bytes: Buffer } | null = null;

  constructor(
    private readonly storage: Storage,
    private readonly keyring: Keyring,
  ) {}

  /** Stores what arrives. @throws StorageUnavailable, or what the source fails with; nothing is left then */
  async store(groupID: number, file: string, chunks: AsyncIterable<Buffer>): Promise<StoredImport> {
    const key = Secrets.newKey();
    const secrets = new Secrets(key);
    let [parts, gathered, bytes]: [number, Buffer[], number] = [0, [], 0];
    const put = async (part: Buffer) => {
      const name = nameOf(file, parts);
      // Counted before: a failure deletes it too.
      parts++;
      await this.storage.put(name, secrets.seal(part, name), 'application/octet-stream');
    };
    try {
      for await (const chunk of chunks) {
        gathered.push(chunk);
        bytes += chunk.length;
        while (bytes >= PART) {
          const all = Buffer.concat(gathered);
          await put(all.subarray(0, PART));
          [gathered, bytes] = [[all.subarray(PART)], bytes - PART];
        }
      }
      if (bytes > 0) await put(Buffer.concat(gathered));
    } catch (error) {
      await this.delete(file, parts).catch(() => undefined);
      throw error;
    }
    return { group_id: groupID, file, sealed_key: this.keyring.of(PURPOSE).seal(key, context(groupID)), parts };
  }

  /** The bytes of the file from an offset on. @throws StorageUnavailable; FileGone when a part is missing or can't be opened */
  async *read(stored: StoredImport, offset: number): AsyncGenerator<Buffer> {
    const secrets = new Secrets(this.keyOf(stored));
    for (let part = Math.floor(offset / PART), from = offset % PART; part < stored.parts; part++, from = 0) {
      const bytes = await this.part(nameOf(stored.file, part), secrets);
      // In pieces, so that a reader that stops early has not parsed much more than it needed.
      for (let at = from; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
    }
  }

  /** A hash that tells nothing without the file's key. */
  hashOf(stored: StoredImport, text: string): Buffer {
    return createHmac('sha256', this.keyOf(stored)).update(text).digest();
  }

  async delete(file: string, parts: number): Promise<void> {
    this.last = null;
    for (let part = 0; part < parts; part++) await this.storage.delete(nameOf(file, part));
  }

  private keyOf({ group_id, sealed_key }: StoredImport): Buffer {
    return this.keyring.of(PURPOSE).open(sealed_key, context(group_id));
  }

  private async part(name: string, secrets: Secrets): Promise<Buffer> {
    if (this.last?.name === name) return this.last.bytes;
    const stored = await this.storage.get(name);
    if (!stored) throw new FileGone();
    const bytes = secrets.open(await buffer(stored.stream), name);
    this.last = { name, bytes };
    return bytes;
  }
}

const PIECE = 16 * 1024;

/** A part of the file is not in the storage: it was restored without it, or somebody deleted it. */
export class FileGone extends Error {}

/** The file that a stored part belongs to; null when it is no part of one. */
export function importFileIn(name: string): string | null {
  return /^import-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d+$/.exec(name)?.[1] ?? null;
}

/** The files that an import still needs. */
export function importFilesInUse(files: readonly string[]): Statement<{ file: string }> {
  return statement(sql<{ file: string }>`select file::text from imports where parts > 0 and file = any(${files}::uuid[])`);
}

function nameOf(file: string, part: number): string {
  return `import-${file}-${part}`;
}
