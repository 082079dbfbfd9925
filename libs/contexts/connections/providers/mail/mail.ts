import { hash } from 'node:crypto';
import { Choice, Email, FormedText, Integer, Rule, Text } from '#platform/http';
import type { ProviderLine } from '../../calls/provider-line.js';
import type { RawEvent } from '../../kinds/connected.js';
import type { MailboxPlace, MailboxReader, MailTaker } from '../../kinds/mailbox-reader.js';
import type { Provider, Settings } from '../provider.js';
import { ImapSession } from './imap-session.js';
import { MailboxReading, Untaken } from './mailbox-reading.js';

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

/** Milliseconds that one conversation takes, for as many mails as are read in half of it. */
const LONGEST = 60_000;

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

  async read(from: MailboxPlace | null, taker: MailTaker, signal: AbortSignal): Promise<boolean> {
    const done = await this.talk((session, isOver) =>
      new MailboxReading(session, taker, () => isOver() || signal.aborted).goOn(from, this.mailbox).catch((error: unknown) => {
        // A mail that could not be taken is no failure of the mailbox.
        if (error instanceof Untaken) return error;
        throw error;
      }),
    );
    if (done instanceof Untaken) throw done.cause;
    return done;
  }

  event({ body }: RawEvent): Buffer {
    return body;
  }

  /** Tells the mailbox from another that these settings were of: numbers of mails are the same in many. */
  private get mailbox(): string {
    const { host, user, folder } = this.settings;
    return hash('sha256', JSON.stringify([host, user, folder])).slice(0, 12);
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
