import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { ProviderFailed, providerWords } from '../../calls/provider-failed.js';
import type { ProviderPlace } from '../../calls/provider-line.js';
import { type ImapLine, ImapLines, LITERAL } from './imap-lines.js';
import { inUtf7, quoted } from './imap-words.js';

/** The words that signing in at a mailbox needs. */
export interface MailboxLogin {
  user: string;
  password: string;
  folder: string;
  startsTls: boolean;
}

/** The state that an open folder tells of its UIDs (RFC 3501, 2.3.1.1). */
export interface OpenFolder {
  /** They begin anew with another one; null where the server does not say. */
  validity: string | null;
  /** No mail that is there has a higher one; null where the server says none that can be. */
  last: number | null;
}

/** Milliseconds that the server may take for an answer. */
const PATIENCE = 10_000;
/** Bytes of an answer at most, and those that an empty line counts as. */
const [ANSWER, LINE] = [2 * 1024 * 1024, 8];
/** UIDs have 32 bits (RFC 3501, 2.3.1.1). */
const MOST_UID = 2 ** 32 - 1;

/** A conversation with an IMAP server (RFC 3501), signed in: commands, one after the other. */
export class ImapSession {
  private tags = 0;
  private lines: ImapLines;

  private constructor(
    private socket: Socket,
    private readonly login: MailboxLogin,
    private readonly signal: AbortSignal,
  ) {
    this.lines = new ImapLines(socket);
  }

  /** Signs in, does the work, and leaves. @throws ProviderFailed in words */
  static async at<T>(
    { url, lookup }: ProviderPlace,
    login: MailboxLogin,
    signal: AbortSignal,
    work: (session: ImapSession) => Promise<T>,
  ): Promise<T> {
    const isTls = url.protocol === 'imaps:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const named = isIP(host) === 0 ? { servername: host } : { host };
    const way = { host, port: Number(url.port || (isTls ? 993 : 143)), ...(lookup && { lookup }) };
    const session = new ImapSession(quiet(isTls ? connectSecurely({ ...way, ...named }) : connect(way)), login, signal);
    const stop = () => session.socket.destroy();
    signal.addEventListener('abort', stop, { once: true });
    try {
      await session.inTime(() => once(session.socket, isTls ? 'secureConnect' : 'connect', { signal }));
      await session.signIn(login.startsTls && !isTls ? named : null);
      const done = await work(session);
      // All is done by now, whatever the server says to that.
      await session.say('LOGOUT', 'refused to end').catch(() => undefined);
      return done;
    } finally {
      signal.removeEventListener('abort', stop);
      session.socket.destroy();
    }
  }

  /** Opens the folder. @param way EXAMINE changes nothing in it */
  async open(way: 'SELECT' | 'EXAMINE'): Promise<OpenFolder> {
    const { folder } = this.login;
    const said = await this.say(`${way} ${quoted(inUtf7(folder))}`, `has no folder ${folder}`);
    const numberIn = (name: string) =>
      said.map(({ text }) => new RegExp(`^\\* OK \\[${name} (\\d+)`, 'i').exec(text)?.[1]).find((found) => found !== undefined);
    const next = Number(numberIn('UIDNEXT') ?? 0);
    return { validity: numberIn('UIDVALIDITY') ?? null, last: next >= 1 && next <= MOST_UID ? next - 1 : null };
  }

  /** UIDs of mails from one to another, in their order. @param which as IMAP says it, `UNSEEN`; null: all */
  async search(from: number, to: number, which: string | null): Promise<number[]> {
    const said = await this.say(`UID SEARCH UID ${from}:${to}${which === null ? '' : ` ${which}`}`, 'did not search the folder');
    const found = said.flatMap(({ text }) => /^\* SEARCH\b(.*)$/i.exec(text)?.[1]?.match(/\d+/g)?.map(Number) ?? []);
    return [...new Set(found)].filter((uid) => uid >= from && uid <= to).sort((one, other) => one - other);
  }

  /**
   * A part of a mail, without marking it as read; null where the mail is gone. It is asked for in pieces, which a slow line brings in time.
   * @param section as IMAP names it; empty: all of it
   * @param most bytes of it at most: its beginning
   */
  async part(uid: number, section: 'HEADER' | '', most: number): Promise<Buffer | null> {
    const pieces: Buffer[] = [];
    for (let size = 0; size < most; size += LITERAL) {
      const said = await this.say(`UID FETCH ${uid} (UID BODY.PEEK[${section}]<${size}.${LITERAL}>)`, 'did not give a mail');
      const isIt = new RegExp(`\\bUID ${uid}\\b`, 'i');
      const piece = said.find(({ text, literal }) => literal !== null && isIt.test(text))?.literal ?? null;
      if (piece !== null) pieces.push(piece);
      else if (size === 0) return null;
      if (piece?.length !== LITERAL) break;
    }
    return Buffer.concat(pieces);
  }

  async markRead(uid: number): Promise<void> {
    await this.say(`UID STORE ${uid} +FLAGS.SILENT (\\Seen)`, 'did not mark a mail as read');
  }

  private async signIn(startsTls: { servername?: string; host?: string } | null): Promise<void> {
    const greeting = await this.inTime(() => this.next());
    if (!/^\* (OK|PREAUTH)\b/i.test(greeting.text)) throw new ProviderFailed('What answered is no IMAP server');
    if (startsTls) {
      await this.say('STARTTLS', 'offers no STARTTLS');
      await this.lines.end();
      this.socket = quiet(connectSecurely({ socket: this.socket, ...startsTls }));
      await this.inTime(() => once(this.socket, 'secureConnect', { signal: this.signal }));
      this.lines = new ImapLines(this.socket);
    }
    if (/^\* PREAUTH\b/i.test(greeting.text)) return;
    await this.say(`LOGIN ${quoted(this.login.user)} ${quoted(this.login.password)}`, 'refused user and password');
  }

  /**
   * @param failure what it means when the server says no
   * @returns what it said before it was done
   */
  private say(command: string, failure: string): Promise<ImapLine[]> {
    return this.inTime(async () => {
      const tag = `a${++this.tags}`;
      this.socket.write(`${tag} ${command}\r\n`);
      const said: ImapLine[] = [];
      for (let size = 0; ; ) {
        const line = await this.next();
        size += LINE + line.text.length + (line.literal?.length ?? 0);
        if (size > ANSWER) throw new ProviderFailed('The mail server said too much at once');
        if (!line.text.startsWith(`${tag} `)) {
          said.push(line);
          continue;
        }
        const [, state = '', words = ''] = /^\S+ (\S+) ?(.*)$/.exec(line.text) ?? [];
        if (state.toUpperCase() === 'OK') return said;
        throw new ProviderFailed(`The mail server ${failure}: ${providerWords(words, [this.login.password])}`, {
          isSettled: true,
        });
      }
    });
  }

  private async next(): Promise<ImapLine> {
    const line = await this.lines.next();
    if (line) return line;
    throw new ProviderFailed('The mail server closed the connection');
  }

  /** Waits for the server as long as it may take for an answer. @throws ProviderFailed */
  private async inTime<T>(work: () => Promise<T>): Promise<T> {
    const late = new ProviderFailed(`The mail server did not answer within ${PATIENCE / 1000} s`);
    let isLate = false;
    const ending = setTimeout(() => {
      isLate = true;
      this.socket.destroy(late);
    }, PATIENCE);
    try {
      return await work();
    } catch (error) {
      this.signal.throwIfAborted();
      throw isLate ? late : error;
    } finally {
      clearTimeout(ending);
    }
  }
}

/** A socket that may break, which then ends whoever reads it. */
function quiet<Kept extends Socket>(socket: Kept): Kept {
  return socket.on('error', () => undefined);
}
