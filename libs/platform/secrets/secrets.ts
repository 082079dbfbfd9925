import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const NONCE = 12;
const TAG = 16;

/**
 * Encrypts with AES-256-GCM and one key. `context` is authenticated together with the text: what was encrypted for one context can't be
 * decrypted in another.
 */
export class Secrets {
  /** A KeyObject, as Node takes four times as long to start a cipher with the bytes of a key. */
  private readonly key: KeyObject;

  /** @param key 32 bytes */
  constructor(key: Buffer) {
    if (key.length !== 32) throw new RangeError('A secret key must have 32 bytes.');
    this.key = createSecretKey(key);
  }

  /** A new random key of 32 bytes. */
  static newKey(): Buffer {
    return random(32);
  }

  seal(text: string | Buffer, context: string): Buffer {
    const nonce = random(NONCE);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text as Buffer), cipher.final()]);
    return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
  }

  /** @throws when the text was encrypted with another key or for another context, or was altered */
  open(sealed: Buffer, context: string): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.key, sealed.subarray(0, NONCE))
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(-TAG));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]);
  }
}

const POOL = 4_096;
let pool = Buffer.alloc(0);

/** Random bytes, each given out once. The operating system is asked for many at a time: a call costs more than its bytes. */
function random(length: number): Buffer {
  if (pool.length < length) pool = randomBytes(POOL);
  const bytes = Buffer.from(pool.subarray(0, length));
  pool.fill(0, 0, length);
  pool = pool.subarray(length);
  return bytes;
}
