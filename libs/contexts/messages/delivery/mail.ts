import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type AttemptResult, SENT } from './attempt.js';
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
  language: string;
}

/** Sends emails. */
export interface Mailer {
  send(email: Email): Promise<AttemptResult>;
  close(): void;
}

/** Maximum concurrent connections to the mail server. */
export const MAIL_CONNECTIONS = 8;

/** Sends over SMTP. @param url `smtp://user:password@host:587`, `smtps://…` */
export function smtpMailer(url: string, from: string): Mailer {
  const address = new URL(url);
  address.searchParams.set('pool', 'true');
  address.searchParams.set('maxConnections', String(MAIL_CONNECTIONS));
  for (const [name, value] of Object.entries({ connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 })) {
    address.searchParams.set(name, String(value));
  }
  const transport = createTransport(address.href);
  return {
    async send(email) {
      try {
        await transport.sendMail(mailOptions(email, from));
        return SENT;
      } catch (problem) {
        return smtpVerdict(problem);
      }
    },
    close: () => transport.close(),
  };
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

function mailOptions({ to, cc = [], senderName, replyTo, unsubscribe, subject, text, html, id, language }: Email, from: string) {
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  const host = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    from: senderName === undefined ? from : { name: senderName, address },
    // As an object, so that the address is never parsed as a list of addresses.
    to: { name: '', address: to },
    cc: cc.map((copy) => ({ name: '', address: copy })),
    ...(replyTo && { replyTo: { name: senderName ?? '', address: replyTo } }),
    subject,
    text,
    html,
    messageId: `<${id}@${host}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': language,
      ...(unsubscribe !== undefined && { 'List-Unsubscribe': `<mailto:${encodeURIComponent(unsubscribe)}?subject=unsubscribe>` }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
