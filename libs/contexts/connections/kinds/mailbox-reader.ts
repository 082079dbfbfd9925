import type { Connected, RawEvent } from './connected.js';

/** How far a mailbox was read: UIDs begin anew with another `validity` (RFC 3501, 2.3.1.1). */
export interface MailboxPlace {
  validity: string;
  uid: number;
  /** While those are read that were there at first: which of them. */
  unread: string | null;
}

/**
 * Takes a mail.
 * @param place before it: a reading that begins there meets it again
 * @returns whether it belongs to somebody: it is marked as read then, else it stays unread
 */
export type MailTaker = (mail: Buffer, place: MailboxPlace) => Promise<boolean>;

/** A mailbox that guests answer to, or a mail service that hands over what it received. */
export interface MailboxReader extends Connected {
  /** The address that those of answers are made of, by its name and domain. */
  readonly address: string;
  /**
   * Reads mails that arrived behind a place, one after the other.
   * @param from null at first: what is unread of the last 30 days; of another validity: all that is unread
   * @param signal ends it behind a mail
   * @returns the place behind the last one; null where none was reached
   */
  read(from: MailboxPlace | null, take: MailTaker, signal: AbortSignal): Promise<MailboxPlace | null>;
  /** The mail that was handed over, as it came. */
  event(event: RawEvent): Buffer;
}
