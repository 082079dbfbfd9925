import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '#platform/secrets';

/** The content of a token, as it can be read by whoever holds it: numbers, and nothing about a person. */
interface Content {
  groupID: number;
  kind: number;
  id: number;
  expiresAt: Date;
}

type Opened = Content & { isFor(contact: string): boolean };

const PURPOSE = 'short-guest-link';
const DAY = 24 * 60 * 60 * 1000;
/** Bytes of the key's ID, of the day it expires on, of what tells the contact, and of the signature. */
const [KEY, EXPIRY, TAG, SIGNATURE] = [4, 2, 3, 8];

/**
 * Tokens of some 26 characters, for SMS. They are signed and not encrypted, as sealing alone takes 38 characters: 64 bits that only the
 * service can compute, so that trying is hopeless.
 */
export class ShortTokens {
  constructor(private readonly keyring: Keyring) {}

  /** @param contact whom it is for */
  make({ groupID, kind, id, expiresAt }: Content, contact: string): string {
    const keyID = this.keyring.sealingID;
    const key = this.keyring.derivedNow(PURPOSE);
    const expiry = Buffer.alloc(EXPIRY);
    expiry.writeUInt16BE(Math.ceil(expiresAt.getTime() / DAY));
    const content = Buffer.concat([keyID, numbered(groupID), numbered(id * 4 + kind), expiry, tagOf(key, contact)]);
    const token = Buffer.concat([content, signatureOf(key, content)]).toString('base64url');
    // Programs that find links leave such a sign at the end out. A single character more stands for no byte.
    return /[-_]$/.test(token) ? `${token}0` : token;
  }

  /** null if it is not such a token, or was altered; of those made before, one that lost the sign at its end is opened too. */
  open(token: string): Opened | null {
    return this.read(token) ?? this.read(`${token}-`) ?? this.read(`${token}_`);
  }

  private read(token: string): Opened | null {
    if (!/^[\w-]{20,40}$/.test(token)) return null;
    const bytes = Buffer.from(token, 'base64url');
    const content = bytes.subarray(0, -SIGNATURE);
    const key = this.keyring.derivedBy(content.subarray(0, KEY), PURPOSE);
    const signature = bytes.subarray(-SIGNATURE);
    if (key === null || signature.length !== SIGNATURE || !timingSafeEqual(signature, signatureOf(key, content))) return null;
    const [groupID, behind] = numberAt(content, KEY);
    const [record, end] = numberAt(content, behind);
    const tag = content.subarray(end + EXPIRY, end + EXPIRY + TAG);
    return {
      groupID,
      kind: record % 4,
      id: Math.floor(record / 4),
      expiresAt: new Date(content.readUInt16BE(end) * DAY),
      isFor: (contact) => tagOf(key, contact).equals(tag),
    };
  }
}

function signatureOf(key: Buffer, content: Buffer): Buffer {
  return createHmac('sha256', key).update(content).digest().subarray(0, SIGNATURE);
}

function tagOf(key: Buffer, contact: string): Buffer {
  return createHmac('sha256', key).update(`contact/${contact}`).digest().subarray(0, TAG);
}

/** A number in as few bytes as it needs: seven bits each, the highest saying that more follow. */
function numbered(number: number): Buffer {
  const bytes = [];
  for (let rest = number; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
    if (rest < 128) return Buffer.from(bytes);
  }
}

/** The number that begins at a byte, and where it ends. */
function numberAt(bytes: Buffer, start: number): [number: number, end: number] {
  let number = 0;
  for (let at = start; ; at++) {
    const byte = bytes[at]!;
    number += (byte % 128) * 128 ** (at - start);
    if (byte < 128) return [number, at + 1];
  }
}
