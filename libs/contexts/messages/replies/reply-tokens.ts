import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Keyring } from '#platform/secrets';
import type { MessageKey } from '../message.js';
import { type AnsweredRecord, recordOf } from './answered-record.js';

const PURPOSE = 'reply-address';
/** Bytes of the key's ID, of Group and number, and of the signature: 64 bits that only the service can compute. */
const [KEY, NUMBER, SIGNATURE] = [4, 4, 8];
/** Characters before the sign @ at most (RFC 5321, 4.5.3.1.1). */
const LOCAL_PART = 64;
/** Figures and letters that no mail program changes: addresses are compared without case. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * Makes the addresses that guests answer to, and the identifiers of mails to them, of a record: nobody can guess them, nothing is
 * stored, and they tell nothing of a person. They do not end: whom they are about is gone once the record is erased.
 */
@Injectable()
export class ReplyTokens {
  constructor(private readonly keyring: Keyring) {}

  /** `lost+token@hotel.example`; the address itself where that would be too long for one. */
  addressFor(address: string, record: AnsweredRecord): string {
    const at = address.lastIndexOf('@');
    const local = `${address.slice(0, at)}+${this.tokenOf(record)}`;
    return local.length > LOCAL_PART ? address : local + address.slice(at);
  }

  /** The identifier of a mail, that of its message with something that nobody guesses. */
  mailID(id: string, message: MessageKey): string {
    return `${id}.${this.tokenOf(recordOf(message))}`;
  }

  /** The record that a mail came to an address of; null where none of them has one. */
  recordIn(addresses: readonly string[]): AnsweredRecord | null {
    for (const address of addresses) {
      const token = /\+([a-z2-7]+)@[^@]+$/i.exec(address)?.[1];
      const record = token === undefined ? null : this.read(token);
      if (record) return record;
    }
    return null;
  }

  /** The message that a `Message-ID` is of, and whether nobody else can have known it; null for another's. */
  messageIn(id: string): { message: MessageKey; isCertain: boolean } | null {
    const [, subject, group, record, version, token] =
      /^([a-z-]+)-(\d{1,9})-(\d{1,9})-(\d{1,9})(?:\.([a-z2-7]+))?@/i.exec(id) ?? [];
    if (version === undefined) return null;
    const message = { subject, group_id: Number(group), subject_id: Number(record), version: Number(version) } as MessageKey;
    const known = token === undefined ? null : this.read(token);
    const isOf = (one: AnsweredRecord) => one.groupID === message.group_id && one.id === message.subject_id;
    return { message, isCertain: known !== null && isOf(known) && known.record === recordOf(message).record };
  }

  private tokenOf({ groupID, record, id }: AnsweredRecord): string {
    const content = Buffer.alloc(KEY + 2 * NUMBER);
    this.keyring.sealingID.copy(content);
    content.writeUInt32BE(groupID, KEY);
    content.writeUInt32BE(id * 2 + (record === 'request' ? 1 : 0), KEY + NUMBER);
    return encoded(Buffer.concat([content, signed(this.keyring.derivedNow(PURPOSE), content)]));
  }

  private read(token: string): AnsweredRecord | null {
    const bytes = decoded(token.toLowerCase());
    if (bytes.length !== KEY + 2 * NUMBER + SIGNATURE) return null;
    const content = bytes.subarray(0, -SIGNATURE);
    const key = this.keyring.derivedBy(content.subarray(0, KEY), PURPOSE);
    if (key === null || !timingSafeEqual(bytes.subarray(-SIGNATURE), signed(key, content))) return null;
    const number = content.readUInt32BE(KEY + NUMBER);
    return { groupID: content.readUInt32BE(KEY), record: number % 2 === 1 ? 'request' : 'item', id: Math.floor(number / 2) };
  }
}

function signed(key: Buffer, content: Buffer): Buffer {
  return createHmac('sha256', key).update(content).digest().subarray(0, SIGNATURE);
}

/** RFC 4648, 6, in small letters and without padding. */
function encoded(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function decoded(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
