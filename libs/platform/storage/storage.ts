import type { Readable } from 'node:stream';
import { Unavailable } from '#platform/kernel';

/** A stored file; the caller must read the stream to its end or destroy it. */
export interface StoredFile {
  stream: Readable;
  /** In bytes; null when unknown. */
  size: number | null;
}

/**
 * Stores files under keys that are never reused: lower-case letters, digits, `-` and `.`.
 * The operator chooses where (docs/adr/0013-image-storage.md).
 */
export abstract class Storage {
  /** Stores the bytes durably. @throws StorageUnavailable */
  abstract put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;

  /** The file, or null. @throws StorageUnavailable */
  abstract get(key: string): Promise<StoredFile | null>;

  /** Whether files can be stored now. It may answer as it did some seconds ago. @throws StorageUnavailable */
  abstract check(): Promise<void>;

  /**
   * The keys of all files that begin with the prefix, in no order, however many there are; what else lies beside them is left out.
   * @throws StorageUnavailable
   */
  abstract keys(prefix?: string): AsyncIterable<string>;

  /** When the file was stored, by the clock of the storage, or null. @throws StorageUnavailable */
  abstract storedAt(key: string): Promise<Date | null>;

  /** Deletes the file, if it exists. @throws StorageUnavailable */
  abstract delete(key: string): Promise<void>;
}

const KEY = /^[0-9a-z][0-9a-z.-]{0,199}$/;

/** Whether a name can be that of a stored file: others put things where files are stored, too. */
export function isKey(name: string): boolean {
  return KEY.test(name);
}

/** Rejects keys that could point outside the folder or the bucket. */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new Error(`"${key}" is not a valid storage key.`);
  return key;
}

/** The storage can't be reached, is full, or denies access: callers are told that it is, and operators why, in `cause`. */
export class StorageUnavailable extends Unavailable {
  constructor(override readonly cause: Error) {
    super('storage', 'Images cannot be stored or read at the moment. Try again later.');
  }
}
