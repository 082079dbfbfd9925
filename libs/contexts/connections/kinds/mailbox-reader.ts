import type { Connected, RawEvent } from './connected.js';

/** How far a mailbox was read: UIDs begin anew with another `validity` (RFC 3501, 2.3.1.1). */
export interface MailboxPlace {
  validity: string;
  uid: number;
}

/** A mailbox that guests answer to, or a mail service that hands over what it received. */
export interface MailboxReader extends Connected {
  /** The address that those of answers are made of, by its name and domain. */
  readonly address: string;
  /**
   * Reads mails that arrived behind a place, one after the other.
   * @param take whether the mail belongs to somebody: it is marked as read then, else it stays unread
   * @returns the place behind the last one; with `from` of another validity, all that are unread were taken
   */
  read(from: MailboxPlace | null, take: (mail: Buffer) => Promise<boolean>): Promise<MailboxPlace>;
  /** The mail that was handed over, as it came. @throws EventRefused for what is none */
  event(event: RawEvent): Buffer;
}
