import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { connect as connectSecurely } from 'node:tls';
import { ProviderFailed, providerWords } from '../../calls/provider-failed.js';
import type { ProviderPlace } from '../../calls/provider-line.js';

/** The words that signing in at a mailbox needs. */
export interface MailboxLogin {
  user: string;
  password: string;
  folder: string;
  startsTls: boolean;
}

/** Bytes that the server says at most. */
const MOST = 256 * 1024;

/** Signs in at an IMAP server (RFC 3501), looks whether the folder is there, and leaves. @throws ProviderFailed in words */
export async function signInByImap({ url, lookup }: ProviderPlace, login: MailboxLogin, signal: AbortSignal): Promise<void> {
  const isTls = url.protocol === 'imaps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const named = isIP(host) === 0 ? { servername: host } : { host };
  const way = { host, port: Number(url.port || (isTls ? 993 : 143)), ...(lookup && { lookup }) };
  let socket: Socket = kept(isTls ? connectSecurely({ ...way, ...named }) : connect(way));
  const stop = () => socket.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal });
    let talk = talkOn(socket, login.password, signal);
    await talk.greeted();
    if (login.startsTls && !isTls) {
      await talk.say('STARTTLS', 'offers no STARTTLS');
      talk.end();
      socket = kept(connectSecurely({ socket, ...named }));
      await once(socket, 'secureConnect', { signal });
      talk = talkOn(socket, login.password, signal);
    }
    await talk.say(`LOGIN ${quoted(login.user)} ${quoted(login.password)}`, 'refused user and password');
    await talk.say(`EXAMINE ${quoted(login.folder)}`, `has no folder ${login.folder}`);
    await talk.say('LOGOUT', 'refused to end');
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

/** Commands and their answers, one after the other. */
function talkOn(socket: Socket, password: string, signal: AbortSignal) {
  const reading = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY });
  const lines = reading[Symbol.asyncIterator]();
  let tags = 0;
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (!done) return value;
    signal.throwIfAborted();
    throw new ProviderFailed('The mail server closed the connection');
  };
  return {
    /** Leaves the socket to somebody else. */
    end: () => reading.close(),
    async greeted(): Promise<void> {
      if (!/^\* (OK|PREAUTH)\b/i.test(await next())) throw new ProviderFailed('What answered is no IMAP server');
    },
    /** @param failure what it means when the server says no */
    async say(command: string, failure: string): Promise<void> {
      const tag = `a${++tags}`;
      socket.write(`${tag} ${command}\r\n`);
      for (;;) {
        const line = await next();
        if (!line.startsWith(`${tag} `)) continue;
        const [, state = '', words = ''] = /^\S+ (\S+) ?(.*)$/.exec(line) ?? [];
        if (state.toUpperCase() === 'OK') return;
        throw new ProviderFailed(`The mail server ${failure}: ${providerWords(words, [password])}`, { isSettled: true });
      }
    },
  };
}

/** A socket that may break, which then ends whoever reads it, and that is not listened to for ever. */
function kept<Kept extends Socket>(socket: Kept): Kept {
  let size = 0;
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    size += chunk.length;
    if (size > MOST) socket.destroy();
  });
  return socket;
}

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
