import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** Bytes of a keyed hash: too many to meet by chance, and told apart from the 32 of a plain SHA-256. */
const LENGTH = 16;

/**
 * Hashes of personal values that are only compared: names, addresses. There are so few of these that a hash without a key is undone by
 * trying all of them. Each purpose has a key of its own, derived from the service's key (RFC 5869).
 */
export class KeyedHashes {
  private readonly keys = new Map<string, KeyObject>();

  /** @param key 32 bytes */
  constructor(private readonly key: Buffer) {}

  /** The hash of these texts for a purpose, as 16 bytes; the same in every process. */
  of(purpose: string, ...texts: readonly string[]): Buffer {
    return createHmac('sha256', this.keyFor(purpose)).update(JSON.stringify(texts)).digest().subarray(0, LENGTH);
  }

  private keyFor(purpose: string): KeyObject {
    let key = this.keys.get(purpose);
    if (!key) {
      key = createSecretKey(Buffer.from(hkdfSync('sha256', this.key, '', `lost-and-found/hash/${purpose}`, 32)));
      this.keys.set(purpose, key);
    }
    return key;
  }
}
