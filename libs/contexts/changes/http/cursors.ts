import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Keyring } from '#platform/secrets';
import type { From } from '../read-model/change.queries.js';

const PURPOSE = 'changes-cursor';
/** Bytes of the number, of the ID of the key, and of the signature. */
const [NUMBER, KEY, SIGNATURE] = [8, 4, 8];
/** Bytes of the check in cursors of earlier releases, which had no key. */
const CHECK = 4;

/**
 * Places in a Group's listing of changes as clients keep them: opaque, good for this Group alone, and signed, so that nobody else can make
 * one. A cursor names its key: it stays good when SECRET_KEY changes.
 */
@Injectable()
export class ChangeCursors {
  constructor(private readonly keyring: Keyring) {}

  write(groupID: number, number: number): string {
    const bytes = Buffer.alloc(NUMBER);
    bytes.writeBigUInt64BE(BigInt(number));
    const content = Buffer.concat([bytes, this.keyring.sealingID]);
    return Buffer.concat([content, signatureOf(this.keyring.derivedNow(PURPOSE), groupID, content)]).toString('base64url');
  }

  /** @returns null when the text is no cursor of this Group */
  read(groupID: number, text: string): From | null {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length < NUMBER || bytes.toString('base64url') !== text) return null;
    const number = Number(bytes.readBigUInt64BE());
    if (!Number.isSafeInteger(number)) return null;
    if (bytes.length === NUMBER + CHECK)
      return checkOf(groupID, number).equals(bytes.subarray(NUMBER)) ? { claimed: number } : null;
    if (bytes.length !== NUMBER + KEY + SIGNATURE) return null;
    const keyID = bytes.subarray(NUMBER, -SIGNATURE);
    const key = this.keyring.derivedBy(keyID, PURPOSE);
    // Its key was given up (`secret rotate --end-links`): like a cursor without one, it is good where the listing has its place.
    if (key === null) return this.keyring.isGivenUp(keyID) ? { claimed: number } : null;
    const signature = signatureOf(key, groupID, bytes.subarray(0, -SIGNATURE));
    return timingSafeEqual(signature, bytes.subarray(-SIGNATURE)) ? { number } : null;
  }
}

function signatureOf(key: Buffer, groupID: number, content: Buffer): Buffer {
  return createHmac('sha256', key).update(`${groupID}/`).update(content).digest().subarray(0, SIGNATURE);
}

/** The part that earlier releases put behind the number: anybody can compute it. */
function checkOf(groupID: number, number: number): Buffer {
  return hash('sha256', `changes ${groupID} ${number}`, 'buffer').subarray(0, CHECK);
}
