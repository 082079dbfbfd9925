import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { isFQDN } from 'class-validator';
import { createTransport } from 'nodemailer';
import { whyUnreachable } from '#platform/kernel';
import { type AttemptResult, SENT } from '../attempts/attempt.js';
import { smtpVerdict } from './smtp-verdict.js';

/** An email, ready to send. */
export interface Email {
  to: string;
  cc?: readonly string[];
  /** The name beside the sender's address; that of the service by default. */
  senderName?: string;
  /** Where answers go. */
  replyTo?: string | null;
  /** An address where the person says that they want no more of these. */
  unsubscribe?: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt, so that mail programs recognise a duplicate. */
  id: string;
  /** The ID of the first mail of the same conversation. */
  follows?: string | null;
  language: string;
}

/** Sends emails. */
export interface Mailer {
  send(email: Email): Promise<AttemptResult>;
  close(): void;
}

/** Maximum concurrent connections to the mail server. */
export const MAIL_CONNECTIONS = 8;

/**
 * Sends over SMTP.
 * @param url `smtp://user:password@host:587`, `smtps://…`; its `?name=` is what the service calls itself
 * @param host that of the service, as guests know it: what it calls itself else, if it says anything to a mail server
 */
export function smtpMailer(url: string, from: string, host: string | null = null): Mailer {
  const transport = smtpTransport(url, from, host, { pool: 'true', maxConnections: String(MAIL_CONNECTIONS) });
  // A mail begins to flow once the server has asked for it; the library says of a connection that breaks only that it broke.
  transport.use('stream', (mail, done) => {
    mail.message.processFunc((content) => content.once('resume', () => begun.add(mail.data.messageId as string)));
    done();
  });
  const begun = new Set<string>();
  return {
    async send(email) {
      const options = mailOptions(email, from);
      try {
        const { rejected, rejectedErrors = [] } = await transport.sendMail(options);
        // It is sent where any of them is taken, be it only a copy.
        const refused = rejectedErrors[rejected.findIndex((address) => inAscii(address) === inAscii(email.to))];
        return refused ? smtpVerdict(refused) : SENT;
      } catch (problem) {
        return smtpVerdict({ ...(problem as object), ...(begun.has(options.messageId) && { command: 'DATA' }) });
      } finally {
        begun.delete(options.messageId);
      }
    },
    close: () => transport.close(),
  };
}

/**
 * Connects to the mail server, introduces the service, encrypts and signs in as for a message, and sends nothing.
 * @returns what it did, in words @throws Error saying in words why it did not work
 */
export async function asksMailServer(url: string, from: string, host: string): Promise<string> {
  const transport = smtpTransport(url, from, host);
  const { host: server, username } = new URL(url);
  try {
    await transport.verify();
  } catch (problem) {
    const { message } = problem as Error;
    const why = {
      authentication: `refused the user or the password in SMTP_URL: ${message}`,
      tls: `could not be talked to in TLS: ${message}`,
      connection: `could not be reached: ${whyUnreachable(problem)}`,
    };
    const { error } = smtpVerdict({ ...(problem as object), command: 'CONN' });
    throw new Error(
      `the mail server ${server} (SMTP_URL) ${why[error as keyof typeof why] ?? `refused the service: ${message}`}`,
    );
  } finally {
    transport.close();
  }
  return `${server} takes the service${username === '' ? ', without a user' : " and SMTP_URL's user"}; nothing was sent`;
}

function smtpTransport(url: string, from: string, host: string | null, more: Record<string, string> = {}) {
  const address = new URL(url);
  if (!address.searchParams.has('name')) address.searchParams.set('name', introduction(host, from));
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  for (const [name, value] of Object.entries({ ...more, ...limits })) address.searchParams.set(name, String(value));
  return createTransport(address.href);
}

/** The development mailbox: writes each email to a file that mail programs can open. */
export function folderMailer(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(email) {
      const { message } = await transport.sendMail(mailOptions(email, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, `${email.id}.eml`), message as Buffer, { mode: 0o600 });
      return SENT;
    },
    close: () => transport.close(),
  };
}

/** Strict servers refuse an address or a name without a dot, which is what a container has. */
function introduction(host: string | null, from: string): string {
  return [host ?? '', domainOf(senderOf(from).address)].find((name) => isFQDN(name)) ?? 'localhost.localdomain';
}

/** A sender as it is configured, `Hotel "Zur Post", Köln <lost@example.com>`: never read as a list of addresses. */
function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from.trim()] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(from) ?? [];
  return { name: name.replace(/^"(.*)"$/, '$1'), address };
}

/** The domain of an address, in the letters that every mail server and header takes. */
function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return domainToASCII(domain) || domain;
}

const inAscii = (address: string) => `${address.slice(0, address.lastIndexOf('@'))}@${domainOf(address).toLowerCase()}`;

/** RFC 6068: what is no part of an address is encoded, the sign before its domain is not. */
function mailto(address: string): string {
  const local = address.slice(0, address.lastIndexOf('@'));
  return `mailto:${encodeURIComponent(local)}@${encodeURIComponent(domainOf(address))}`;
}

function mailOptions(
  { to, cc = [], senderName, replyTo, unsubscribe, subject, text, html, id, follows, language }: Email,
  from: string,
) {
  const { name, address } = senderOf(from);
  const messageID = (of: string) => `<${of}@${domainOf(address)}>`;
  return {
    from: { name: senderName ?? name, address },
    // As an object, so that the address is never parsed as a list of addresses.
    to: { name: '', address: to },
    cc: cc.map((copy) => ({ name: '', address: copy })),
    ...(replyTo && { replyTo: { name: senderName ?? '', address: replyTo } }),
    subject,
    text,
    html,
    messageId: messageID(id),
    ...(follows && { inReplyTo: messageID(follows), references: messageID(follows) }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': language,
      ...(unsubscribe !== undefined && { 'List-Unsubscribe': `<${mailto(unsubscribe)}?subject=unsubscribe>` }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
