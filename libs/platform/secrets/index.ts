import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const NONCE = 12;
const TAG = 16;

/**
 * Encrypts with AES-256-GCM. `context` is authenticated beside the text: what was sealed for one place does not open in
 * another.
 */
export class Secrets {
  /** Node takes four times as long to begin with the bytes of a key as with this. */
  private readonly key: KeyObject;

  /** @param key 32 bytes */
  constructor(key: Buffer) {
    if (key.length !== 32) throw new RangeError('A secret key has 32 bytes.');
    this.key = createSecretKey(key);
  }

  /** A new random key of 32 bytes. */
  static newKey(): Buffer {
    return randomBytes(32);
  }

  seal(text: string | Buffer, context: string): Buffer {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text as Buffer), cipher.final()]);
    return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
  }

  /** @throws when the text was sealed with another key or for another context, or was altered */
  open(sealed: Buffer, context: string): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.key, sealed.subarray(0, NONCE))
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(-TAG));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]);
  }
}
