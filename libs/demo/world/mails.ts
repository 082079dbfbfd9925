import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

/** A mail that a guest has got, as the demo's mailbox keeps it. */
export interface Mail {
  id: string;
  from: string;
  to: string;
  replyTo: string;
  subject: string;
  text: string;
}

/** The latest mails to guests, the newest first. The front desk has mails of its own, `desk-…`. */
export function mailsIn(folder: string, most: number): Mail[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => /^(?!desk-).*\.eml$/.test(name));
  } catch {
    // No mail was sent yet.
    return [];
  }
  const dated = names.map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }));
  const latest = dated.toSorted((one, other) => other.at - one.at).slice(0, most);
  return latest.map(({ name }) => readMail(readFileSync(join(folder, name), 'utf8')));
}

/** A guest's answer to a mail, as a mail service hands it over. */
export async function answerTo(mail: Mail, text: string): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const subject = `Re: ${mail.subject}`;
  const written = {
    from: { name: '', address: mail.to },
    to: mail.replyTo,
    subject,
    inReplyTo: mail.id,
    references: mail.id,
    text,
  };
  return (await transport.sendMail({ ...written, disableFileAccess: true, disableUrlAccess: true })).message as Buffer;
}

/** As far as the service writes mails: a text, then the same as HTML. */
export function readMail(raw: string): Mail {
  const [head, ...parts] = raw.replaceAll('\r\n', '\n').split(`\n--${/boundary="([^"]+)"/.exec(raw)?.[1] ?? ''}`) as [
    string,
    ...string[],
  ];
  const [from, to, replyTo] = ['From', 'To', 'Reply-To'].map((name) => header(head, name).replace(/^.*<(.*)>$/, '$1'));
  const [plain = ''] = parts;
  const text = decoded(plain.slice(plain.indexOf('\n\n') + 2), header(plain, 'Content-Transfer-Encoding'));
  return {
    id: header(head, 'Message-ID'),
    from: from!,
    to: to!,
    replyTo: replyTo || from!,
    subject: words(header(head, 'Subject')),
    text,
  };
}

function header(part: string, name: string): string {
  const [headers = ''] = part.replace(/^\n/, '').split('\n\n', 1);
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(headers.replace(/\n[ \t]+/g, ' '))?.[1] ?? '';
}

/** RFC 2047 */
function words(value: string): string {
  const joined = value.replace(/\?= =\?/g, '?==?');
  return joined.replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_all, way: string, text: string) =>
    way.toLowerCase() === 'b' ? decoded(text, 'base64') : decoded(text.replaceAll('_', ' '), 'quoted-printable'),
  );
}

function decoded(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString();
  if (encoding !== 'quoted-printable') return text;
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_all, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
