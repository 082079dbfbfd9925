import { createHmac } from 'node:crypto';
import type { Keyring } from './keyring.js';

/** Bytes of a keyed hash: too many to meet by chance, and told apart from the 32 of a plain SHA-256. */
const LENGTH = 16;

/**
 * Hashes of personal values that are only compared: names, addresses. These are so few that trying all of them undoes a hash without a
 * key. Each purpose has its own key, derived from the one that seals: when that changes, what is only counted or compared for a while
 * begins again.
 */
export class KeyedHashes {
  constructor(private readonly keyring: Keyring) {}

  /** The hash of these texts for a purpose, as 16 bytes; the same in every process. */
  of(purpose: string, ...texts: readonly string[]): Buffer {
    const key = this.keyring.derivedNow(`hash/${purpose}`);
    return createHmac('sha256', key).update(JSON.stringify(texts)).digest().subarray(0, LENGTH);
  }
}
