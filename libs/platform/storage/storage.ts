import type { Readable } from 'node:stream';

/** A file as it is read back; whoever takes it reads the stream to its end or destroys it. */
export interface StoredFile {
  stream: Readable;
  /** In bytes; null when the storage does not say. */
  size: number | null;
}

/**
 * Keeps files under keys that are never used again for something else: lower-case letters, digits, `-` and `.`.
 * Where they are is the operator's choice (docs/adr/0013-image-storage.md).
 */
export abstract class Storage {
  /** Keeps the bytes. They are safe once it is done. @throws StorageUnavailable */
  abstract put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;

  /** The file, or null when there is none. @throws StorageUnavailable */
  abstract get(key: string): Promise<StoredFile | null>;

  /** Removes the file; one that isn't there is fine. @throws StorageUnavailable */
  abstract delete(key: string): Promise<void>;
}

const KEY = /^[0-9a-z][0-9a-z.-]{0,199}$/;

/** Refuses what could leave the folder or the bucket. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`"${key}" is no key of the storage.`);
  return key;
}
