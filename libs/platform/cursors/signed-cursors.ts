import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '#platform/secrets';

/** Bytes of the number, of the ID of the key, and of the signature. */
const [NUMBER, KEY, SIGNATURE] = [8, 4, 8];

/** Where a reader begins: behind a number that it was given, or says that it was, at the oldest entry that is kept, or now. */
export type From = { number: number } | { claimed: number } | 'oldest' | 'now';

/**
 * Places in a Group's list as clients keep them: opaque, good for this list and Group alone, and signed, so that nobody else can make
 * one. A cursor names its key: it stays good when SECRET_KEY changes.
 */
export class SignedCursors {
  /** @param purpose which list it is */
  constructor(
    private readonly keyring: Keyring,
    private readonly purpose: string,
  ) {}

  write(groupID: number, number: number): string {
    const bytes = Buffer.alloc(NUMBER);
    bytes.writeBigUInt64BE(BigInt(number));
    const content = Buffer.concat([bytes, this.keyring.sealingID]);
    return Buffer.concat([content, signatureOf(this.keyring.derivedNow(this.purpose), groupID, content)]).toString('base64url');
  }

  /** @returns null when the text is no cursor of this Group */
  read(groupID: number, text: string): From | null {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length !== NUMBER + KEY + SIGNATURE || bytes.toString('base64url') !== text) return null;
    const number = Number(bytes.readBigUInt64BE());
    if (!Number.isSafeInteger(number)) return null;
    const keyID = bytes.subarray(NUMBER, -SIGNATURE);
    const key = this.keyring.derivedBy(keyID, this.purpose);
    // Its key was given up (`secret rotate --end-links`): like a cursor without one, it is good where the list has its place.
    if (key === null) return this.keyring.isGivenUp(keyID) ? { claimed: number } : null;
    const signature = signatureOf(key, groupID, bytes.subarray(0, -SIGNATURE));
    return timingSafeEqual(signature, bytes.subarray(-SIGNATURE)) ? { number } : null;
  }
}

function signatureOf(key: Buffer, groupID: number, content: Buffer): Buffer {
  return createHmac('sha256', key).update(`${groupID}/`).update(content).digest().subarray(0, SIGNATURE);
}
