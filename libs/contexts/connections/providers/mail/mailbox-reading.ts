import { ProviderFailed } from '../../calls/provider-failed.js';
import type { MailboxPlace, MailOutcome, MailTaker } from '../../kinds/mailbox-reader.js';
import type { ImapSession } from './imap-session.js';

/** Bytes of a mail that are read: of a larger one its beginning, which has what was said. */
const MOST = 10 * 1024 * 1024;
/** UIDs that one search is about: the answer to it stays small, however many mails there are. */
const STEP = 5_000;
/** Steps at most, where UIDs are far apart. */
const STEPS = 100;
/** Milliseconds after which is noted how far it is: what came behind it is known by its Message-ID. */
const EVERY = 1_000;
/** Milliseconds after which a mail that could not be taken is read again, and how many of these are remembered. */
const [LATER, MOST_LATER] = [15 * 60_000, 500];
/** Days before a connection was made from which unread mails are read at first. */
const DAYS = 30;
const DAY = 24 * 60 * 60 * 1000;

/** The reason that keeps a mail from being taken, though its mailbox is well. */
export class Untaken extends Error {}

/** The reading of what is new in a folder, in one conversation. */
export class MailboxReading {
  private place!: MailboxPlace;
  private kept = performance.now();

  /** @param isOver whether it is time to end, behind a mail */
  constructor(
    private readonly session: ImapSession,
    private readonly taker: MailTaker,
    private readonly isOver: () => boolean,
  ) {}

  /**
   * @param mailbox tells it from others
   * @returns whether there is more
   * @throws Untaken; ProviderFailed, also while the server refuses a single mail
   */
  async goOn(from: MailboxPlace | null, mailbox: string): Promise<boolean> {
    const { validity, last } = await this.session.open('SELECT');
    if (validity === null || last === null) throw new ProviderFailed('The mail server does not number the mails of the folder');
    this.place = placeIn(from, `${mailbox}/${validity}`, last);
    try {
      await this.again();
      while (this.place.uid < last && !this.isOver()) await this.onwards(last);
    } finally {
      await this.own(this.taker.keep(this.place));
    }
    const { refused = null } = this.place;
    if (refused !== null) throw new ProviderFailed(refused);
    return this.place.uid < last;
  }

  /** Reads what could not be taken before. */
  private async again(): Promise<void> {
    for (const [index, uid] of dueOf(this.place).entries()) {
      if (this.isOver()) return;
      if (index === 0) this.place = { ...this.place, refused: null };
      const outcome = await this.one(uid);
      await this.reached(behind(this.place, uid, outcome === 'once more' ? 'left' : outcome));
    }
  }

  /** Reads the next mails, up to the last one at most. */
  private async onwards(last: number): Promise<void> {
    const { uid, until = last } = this.place;
    const unread = uid < until ? this.place.unread : null;
    const end = unread === null ? last : Math.min(until, last);
    const to = Math.min(end, uid + Math.max(STEP, Math.ceil((last - uid) / STEPS)));
    for (const found of await this.session.search(uid + 1, to, unread)) {
      if (this.isOver()) return;
      const outcome = await this.one(found);
      await this.reached({ ...behind(this.place, found, outcome), uid: found });
    }
    await this.reached({ ...this.place, uid: to, unread: to < until ? unread : null });
  }

  /** A mail that the server does not give, or mark, keeps none behind it from being read. */
  private async one(uid: number): Promise<MailOutcome> {
    try {
      const head = await this.session.part(uid, 'HEADER', MOST);
      if (head === null || !(await this.own(this.taker.mayTake(head)))) return 'left';
      const mail = await this.session.part(uid, '', MOST);
      const outcome = mail === null ? 'left' : await this.own(this.taker.take(mail));
      // One that is not marked any more, as the worker died, is read again, and known by its Message-ID.
      if (outcome === 'taken') await this.session.markRead(uid);
      return outcome;
    } catch (error) {
      if (!(error instanceof ProviderFailed && error.isSettled)) throw error;
      this.place = { ...this.place, refused: error.message };
      return 'later';
    }
  }

  private async reached(place: MailboxPlace): Promise<void> {
    this.place = place;
    if (performance.now() - this.kept < EVERY) return;
    this.kept = performance.now();
    await this.own(this.taker.keep(place));
  }

  private own<T>(work: Promise<T>): Promise<T> {
    return work.catch((cause: unknown) => {
      throw new Untaken('A mail could not be taken.', { cause });
    });
  }
}

/** The place to begin at: where UIDs began anew, or go back as after a backup was restored, all that is unread is read. */
function placeIn(from: MailboxPlace | null, validity: string, last: number): MailboxPlace {
  if (from?.validity === validity && from.uid <= last) return from;
  // Behind those that were there at first, also what somebody has opened meanwhile is new.
  const unread = from === null ? `UNSEEN SINCE ${imapDay(Date.now() - DAYS * DAY)}` : 'UNSEEN';
  return { validity, uid: 0, unread, until: last };
}

/** The mails that are to be read again now. */
function dueOf({ later = {} }: MailboxPlace): number[] {
  const now = Date.now();
  return Object.keys(later).flatMap((uid) => (later[uid]! <= now ? Number(uid) : []));
}

/** The place once a mail was read. Where too many are to be read again, it stays in the mailbox, unread. */
function behind(place: MailboxPlace, uid: number, outcome: MailOutcome): MailboxPlace {
  const later = Object.fromEntries(Object.entries(place.later ?? {}).filter(([other]) => other !== String(uid)));
  const isToBeRead = outcome === 'later' || outcome === 'once more';
  if (isToBeRead && Object.keys(later).length < MOST_LATER) later[uid] = Date.now() + LATER;
  return { ...place, later };
}

/** A day as IMAP writes it: `20-Nov-2026`. */
function imapDay(time: number): string {
  const [, day, month, year] = new Date(time).toUTCString().split(' ');
  return `${day}-${month}-${year}`;
}
