import type { Connected, RawEvent } from './connected.js';

/** How far a mailbox was read. */
export interface MailboxPlace {
  /** The mailbox and its UIDVALIDITY: UIDs begin anew with another one (RFC 3501, 2.3.1.1). */
  validity: string;
  uid: number;
  /** The mails that were there at first and are to be read, as IMAP says it; null once they are, and where all are. */
  unread: string | null;
  /** The last one that was there at first. */
  until?: number;
  /** Mails before the place that are to be read again: their UIDs, with times in milliseconds. */
  later?: Readonly<Record<string, number>>;
  /** The failure of a mail that the server does not give, or mark, while that is so. */
  refused?: string | null;
}

/** The fate of a mail: `taken`, it is marked as read; `left`, as it belongs to nobody; `later`, it is read again; `once more` at most. */
export type MailOutcome = 'taken' | 'left' | 'later' | 'once more';

/** Takes the mails of a mailbox. */
export interface MailTaker {
  /** Whether a mail may belong to somebody, by its headers alone: no more is read of what doesn't. */
  mayTake(head: Buffer): Promise<boolean>;
  take(mail: Buffer): Promise<MailOutcome>;
  /** Keeps how far it is: a reading that begins there takes what is behind, and what it meets again is known. */
  keep(place: MailboxPlace): Promise<unknown>;
}

/** A mailbox that guests answer to, or a mail service that hands over what it received. */
export interface MailboxReader extends Connected {
  /** The address that those of answers are made of, by its name and domain. */
  readonly address: string;
  /**
   * Reads mails that arrived behind a place, one after the other, for half a minute.
   * @param from null at first: what is unread of the last 30 days; of another validity: all that is unread
   * @param signal ends it behind a mail
   * @returns whether there is more
   */
  read(from: MailboxPlace | null, taker: MailTaker, signal: AbortSignal): Promise<boolean>;
  /** The mail that was handed over, as it came. */
  event(event: RawEvent): Buffer;
}
