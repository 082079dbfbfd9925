import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { ProviderFailed, providerWords } from '../../calls/provider-failed.js';
import type { ProviderPlace } from '../../calls/provider-line.js';
import { type ImapLine, ImapLines } from './imap-lines.js';

/** The words that signing in at a mailbox needs. */
export interface MailboxLogin {
  user: string;
  password: string;
  folder: string;
  startsTls: boolean;
}

/** The state that an open folder tells of its UIDs (RFC 3501, 2.3.1.1). */
export interface OpenFolder {
  /** They begin anew with another one. */
  validity: string;
  /** No mail that is there has a higher one. */
  last: number;
}

/** Milliseconds that the server may take for a line of an answer. */
const PATIENCE = 10_000;

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
      await once(session.socket, isTls ? 'secureConnect' : 'connect', { signal });
      await session.signIn(login.startsTls && !isTls ? named : null);
      const done = await work(session);
      await session.say('LOGOUT', 'refused to end');
      return done;
    } finally {
      signal.removeEventListener('abort', stop);
      session.socket.destroy();
    }
  }

  /** Opens the folder. @param way EXAMINE changes nothing in it */
  async open(way: 'SELECT' | 'EXAMINE'): Promise<OpenFolder> {
    const { folder } = this.login;
    const said = await this.say(`${way} ${quoted(folder)}`, `has no folder ${folder}`);
    const numberIn = (name: string) =>
      said.map(({ text }) => new RegExp(`^\\* OK \\[${name} (\\d+)`, 'i').exec(text)?.[1]).find((found) => found !== undefined);
    return { validity: numberIn('UIDVALIDITY') ?? '0', last: Number(numberIn('UIDNEXT') ?? 1) - 1 };
  }

  /** UIDs of mails, in their order. @param which as IMAP says it, `UNSEEN` */
  async search(which: string): Promise<number[]> {
    const said = await this.say(`UID SEARCH ${which}`, 'did not search the folder');
    const found = said.flatMap(({ text }) => /^\* SEARCH\b(.*)$/i.exec(text)?.[1]?.match(/\d+/g)?.map(Number) ?? []);
    return found.sort((one, other) => one - other);
  }

  /** A mail, without marking it as read; null where it is gone. @param most bytes of it at most: its beginning */
  async mail(uid: number, most: number): Promise<Buffer | null> {
    const said = await this.say(`UID FETCH ${uid} (UID BODY.PEEK[]<0.${most}>)`, 'did not give a mail', most);
    const isIt = new RegExp(`\\bUID ${uid}\\b`, 'i');
    return said.find(({ text, literal }) => literal !== null && isIt.test(text))?.literal ?? null;
  }

  async markRead(uid: number): Promise<void> {
    await this.say(`UID STORE ${uid} +FLAGS.SILENT (\\Seen)`, 'did not mark a mail as read');
  }

  private async signIn(startsTls: { servername?: string; host?: string } | null): Promise<void> {
    const greeting = await this.next();
    if (!/^\* (OK|PREAUTH)\b/i.test(greeting.text)) throw new ProviderFailed('What answered is no IMAP server');
    if (startsTls) {
      await this.say('STARTTLS', 'offers no STARTTLS');
      await this.lines.end();
      this.socket = quiet(connectSecurely({ socket: this.socket, ...startsTls }));
      await once(this.socket, 'secureConnect', { signal: this.signal });
      this.lines = new ImapLines(this.socket);
    }
    if (/^\* PREAUTH\b/i.test(greeting.text)) return;
    await this.say(`LOGIN ${quoted(this.login.user)} ${quoted(this.login.password)}`, 'refused user and password');
  }

  /**
   * @param failure what it means when the server says no
   * @param most bytes of a literal at most
   * @returns what it said before it was done
   */
  private async say(command: string, failure: string, most?: number): Promise<ImapLine[]> {
    const tag = `a${++this.tags}`;
    this.socket.write(`${tag} ${command}\r\n`);
    const said: ImapLine[] = [];
    for (;;) {
      const line = await this.next(most);
      if (!line.text.startsWith(`${tag} `)) {
        said.push(line);
        continue;
      }
      const [, state = '', words = ''] = /^\S+ (\S+) ?(.*)$/.exec(line.text) ?? [];
      if (state.toUpperCase() === 'OK') return said;
      throw new ProviderFailed(`The mail server ${failure}: ${providerWords(words, [this.login.password])}`, { isSettled: true });
    }
  }

  private async next(most?: number): Promise<ImapLine> {
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      this.socket.destroy();
    }, PATIENCE);
    const line = await this.lines.next(most).finally(() => clearTimeout(late));
    if (line) return line;
    this.signal.throwIfAborted();
    if (isLate) throw new ProviderFailed(`The mail server did not answer within ${PATIENCE / 1000} s`);
    throw new ProviderFailed('The mail server closed the connection');
  }
}

/** A socket that may break, which then ends whoever reads it. */
function quiet<Kept extends Socket>(socket: Kept): Kept {
  return socket.on('error', () => undefined);
}

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
