import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkedKey, isKey, Storage, StorageUnavailable, type StoredFile } from './storage.js';

/** Files in one folder, created with the first file: for one machine, or a folder that all machines share. */
export class FolderStorage extends Storage {
  constructor(private readonly folder: string) {
    super();
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.path(key);
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      await writeFile(path, bytes, { flag: 'wx', mode: 0o600, flush: true });
    } catch (error) {
      // Delete the incomplete file that a full disk leaves, but not a file that existed before.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(path, { force: true }).catch(() => undefined);
      throw new StorageUnavailable(error as Error);
    }
  }

  async get(key: string): Promise<StoredFile | null> {
    const path = this.path(key);
    return unlessMissing(async () => read(await open(path)));
  }

  async *keys(prefix = ''): AsyncIterable<string> {
    try {
      for await (const entry of await opendir(this.folder)) {
        if (entry.name.startsWith(prefix) && isKey(entry.name) && !entry.isDirectory()) yield entry.name;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new StorageUnavailable(error as Error);
    }
  }

  async storedAt(key: string): Promise<Date | null> {
    const path = this.path(key);
    return unlessMissing(async () => (await stat(path)).mtime);
  }

  async delete(key: string): Promise<void> {
    const path = this.path(key);
    await unlessMissing(() => rm(path, { force: true }));
  }

  /** Stores a few bytes and deletes them, as a folder may be read-only or its disk full. */
  async check(): Promise<void> {
    // No key begins with a dot.
    const path = join(this.folder, `.check-${randomUUID()}`);
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      await writeFile(path, 'check', { flag: 'wx', mode: 0o600 });
    } catch (error) {
      throw new StorageUnavailable(error as Error);
    } finally {
      await rm(path, { force: true }).catch(() => undefined);
    }
  }

  private path(key: string): string {
    return join(this.folder, checkedKey(key));
  }
}

/** @returns null where there is no file. @throws StorageUnavailable for any other failure */
async function unlessMissing<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new StorageUnavailable(error as Error);
  }
}

/** The stream closes the file at its end; if it can't be created, the file is closed here. */
async function read(file: FileHandle): Promise<StoredFile> {
  try {
    const { size } = await file.stat();
    return { stream: file.createReadStream(), size };
  } catch (error) {
    await file.close();
    throw error;
  }
}
