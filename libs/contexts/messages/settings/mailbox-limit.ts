import { Injectable } from '@nestjs/common';
import { plainContact } from '#platform/kernel';
import { Counters } from '#platform/limits';
import { KeyedHashes } from '#platform/secrets';
import type { MessageKind } from '../message.js';

const HOUR = 60 * 60;
/** How many of these go to one address in an hour and in a day, whoever asks for them (decisions.md, section 12, Told in time). */
const MOST = [
  { seconds: HOUR, most: 5 },
  { seconds: 24 * HOUR, most: 20 },
];

/** Messages that a stranger can have sent to anybody's address. */
const ASKED_BY_ANYBODY: readonly MessageKind[] = ['request-received', 'user-password'];

/** Keeps strangers from filling somebody's mailbox through this service; counted for all processes together. */
@Injectable()
export class MailboxLimit {
  constructor(
    private readonly counters: Counters,
    private readonly hashes: KeyedHashes,
  ) {}

  /** Counts a message of the kind to a contact. @returns whether there is still room for it */
  async hasRoom(kind: MessageKind, contact: string): Promise<boolean> {
    if (!ASKED_BY_ANYBODY.includes(kind)) return true;
    const mailbox = this.hashes.of('mailbox', mailboxOf(contact)).toString('base64url');
    for (const { seconds, most } of MOST) {
      const { points } = await this.counters.raise(`mailbox-${seconds}:${mailbox}`, 1, seconds);
      if (points > most) return false;
    }
    return true;
  }
}

/** One name for a mailbox: what stands behind a plus, and at Google dots and the second domain, lead to the same one. */
export function mailboxOf(contact: string): string {
  const plain = plainContact(contact).normalize('NFKC').toLowerCase();
  const at = plain.lastIndexOf('@');
  if (at < 0) return plain.replace(/[^+\d]/g, '');
  const host = plain.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com');
  const [name = ''] = plain.slice(0, at).split('+');
  return `${host === 'gmail.com' ? name.replaceAll('.', '') : name}@${host}`;
}
