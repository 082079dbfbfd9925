import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type From, SignedCursors } from '#platform/cursors';
import { Keyring } from '#platform/secrets';

/** Bytes of the number and of the check in cursors of earlier releases, which had no key. */
const [NUMBER, CHECK] = [8, 4];

/** Places in a Group's listing of changes as clients keep them. */
@Injectable()
export class ChangeCursors extends SignedCursors {
  constructor(keyring: Keyring) {
    super(keyring, 'changes-cursor');
  }

  /** @returns null when the text is no cursor of this Group */
  override read(groupID: number, text: string): From | null {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length !== NUMBER + CHECK || bytes.toString('base64url') !== text) return super.read(groupID, text);
    const number = Number(bytes.readBigUInt64BE());
    const isClaimed = Number.isSafeInteger(number) && checkOf(groupID, number).equals(bytes.subarray(NUMBER));
    return isClaimed ? { claimed: number } : null;
  }
}

/** The part that earlier releases put behind the number: anybody can compute it. */
function checkOf(groupID: number, number: number): Buffer {
  return hash('sha256', `changes ${groupID} ${number}`, 'buffer').subarray(0, CHECK);
}
