import { Choice, Email, FormedText, Integer, Rule, Text } from '#platform/http';
import type { ProviderLine } from '../../calls/provider-line.js';
import type { RawEvent } from '../../kinds/connected.js';
import type { MailboxPlace, MailboxReader, MailTaker } from '../../kinds/mailbox-reader.js';
import type { Provider, Settings } from '../provider.js';
import { ImapSession } from './imap-session.js';

const HOST = { min: 1, nullable: true, description: 'IMAP server; none where a mail service hands mails over' };
/** Blanks around a password belong to it. */
const asItIs = (text: string) => text;

const SECURITIES = ['tls', 'starttls', 'none'] as const;

/** A mailbox; without `host` its mails are handed over. */
@Rule<MailSettings>((settings, check) => {
  const { host, user, password } = settings;
  const isRead = host !== undefined && host !== null;
  for (const [name, value] of Object.entries({ user, password })) {
    if (isRead && (value ?? null) === null && !check.wrong(name))
      check.refuse(name, 'required', 'Is required to read a mailbox.');
  }
  const others = (['port', 'security', 'user', 'password', 'folder'] as const).some((name) => (settings[name] ?? null) !== null);
  if (!isRead && others && !check.wrong('host')) check.refuse('host', 'required', 'Is required to read a mailbox.');
})
export class MailSettings {
  @Email({ required: true, description: 'Address that guests answer to; its domain takes `name+anything@`' }) address!: string;
  @FormedText(HOST, (text) => /^(?:[\w.-]+|\[[\da-f:.]+\])$/i.test(text), 'Must be a host alone, such as imap.hotel.example.')
  host?: string | null;
  @Integer({ min: 1, max: 65_535, nullable: true, description: 'Port; 993, without `tls` 143' }) port?: number | null;
  @Choice(SECURITIES, { nullable: true, description: 'How the connection is encrypted; `tls` by default' })
  security?: (typeof SECURITIES)[number] | null;
  @Text({ min: 1, nullable: true, description: 'User at the IMAP server' }) user?: string | null;
  @Text({ min: 1, max: 1_000, nullable: true, lines: false, read: asItIs, description: 'Password of the user' })
  password?: string | null;
  @Text({ min: 1, nullable: true, description: 'Folder that is read; `INBOX` by default' }) folder?: string | null;
}

/** Bytes of a mail that are read: of a larger one its beginning, which has what was said. */
const MOST = 10 * 1024 * 1024;
/** Milliseconds that one conversation takes, for as many mails as are read in half of it. */
const LONGEST = 60_000;
/** Days before a connection was made from which unread mails are read at first. */
const DAYS = 30;
const DAY = 24 * 60 * 60 * 1000;

/** A mailbox read by IMAP, or mails that are handed over. */
export class Mail implements MailboxReader {
  constructor(private readonly line: ProviderLine) {}

  get address(): string {
    return this.settings.address;
  }

  async test(): Promise<void> {
    // A connection that mails are handed over to has nothing to be asked.
    if (isRead(this.line.connection.settings)) await this.talk((session) => session.open('EXAMINE'));
  }

  async read(from: MailboxPlace | null, take: MailTaker, signal: AbortSignal): Promise<MailboxPlace | null> {
    for (let place = from, isMore = true; ; ) {
      if (!isMore || signal.aborted) return place;
      const some = await this.talk((session, isOver) => this.some(session, place, take, () => isOver() || signal.aborted));
      // A mail that could not be taken is no failure of the mailbox.
      if (some.failure !== undefined) throw some.failure;
      ({ place, isMore } = some);
    }
  }

  event({ body }: RawEvent): Buffer {
    return body;
  }

  /** Reads mails until it is time to end the conversation, or one can't be taken. */
  private async some(
    session: ImapSession,
    from: MailboxPlace | null,
    take: MailTaker,
    isOver: () => boolean,
  ): Promise<{ place: MailboxPlace; isMore: boolean; failure?: unknown }> {
    const { validity, last } = await session.open('SELECT');
    const known = from?.validity === validity ? from : null;
    // Behind those that were there before, also what somebody has opened meanwhile is new.
    const unread = known ? known.unread : from === null ? `UNSEEN SINCE ${imapDay(Date.now() - DAYS * DAY)}` : 'UNSEEN';
    const first = (known?.uid ?? 0) + 1;
    const uids = first > last ? [] : await session.search(`UID ${first}:${last}${unread === null ? '' : ` ${unread}`}`);
    for (const uid of uids) {
      const place = { validity, uid: uid - 1, unread };
      if (isOver()) return { place, isMore: true };
      const mail = await session.mail(uid, MOST);
      const taken = mail && (await take(mail, place).catch((failure: unknown) => ({ failure })));
      if (taken instanceof Object) return { place, isMore: false, ...taken };
      // One that is not marked any more, as the worker died, is read again, and known by its Message-ID.
      if (taken) await session.markRead(uid);
    }
    return { place: { validity, uid: Math.max(last, first - 1), unread: null }, isMore: false };
  }

  private get settings(): MailSettings {
    return this.line.connection.settings as unknown as MailSettings;
  }

  private talk<T>(work: (session: ImapSession, isOver: () => boolean) => Promise<T>): Promise<T> {
    const { user, password, folder, security } = this.settings;
    const login = { user: user!, password: password!, folder: folder!, startsTls: security === 'starttls' };
    const end = performance.now() + LONGEST / 2;
    return this.line.use(
      (place, signal) => ImapSession.at(place, login, signal, (session) => work(session, () => performance.now() > end)),
      LONGEST,
    );
  }
}

/** A day as IMAP writes it: `20-Nov-2026`. */
function imapDay(time: number): string {
  const [, day, month, year] = new Date(time).toUTCString().split(' ');
  return `${day}-${month}-${year}`;
}

/** Whether it is read, not handed over. */
const isRead = ({ host }: Settings) => typeof host === 'string';

export const mail: Provider<Mail> = {
  kind: 'mail',
  name: 'The mail server',
  settings: MailSettings,
  secrets: ['password'],
  takesEvents: true,
  isRead,
  keepsSecrets: isRead,
  completed: (settings) => {
    const { host, security = 'tls' } = settings;
    return host === undefined ? settings : { port: security === 'tls' ? 993 : 143, folder: 'INBOX', ...settings, security };
  },
  address: ({ host, port, security }) => `imap${security === 'tls' ? 's' : ''}://${host}:${port}`,
  open: (line) => new Mail(line),
};
