import { type Address, type Attachment, addressParser, type Email } from 'postal-mime';
import { plainText } from './plain-text.js';
import { withoutQuoted } from './without-quoted.js';

/** A picture as it was sent; whether it is one is not known yet. */
export interface SentPicture {
  name: string;
  bytes: Uint8Array;
}

/** The parts that matter of a mail. */
export interface ReadMail {
  /** Its `Message-ID`, without brackets; null where it has none. */
  messageID: string | null;
  /** Addresses in lower case that it may have come to. */
  to: string[];
  from: string | null;
  /** The mails that it answers, the last one first. */
  answers: string[];
  /** Nobody wrote it (RFC 3834, 2). */
  isAutomatic: boolean;
  /** Says itself to be a report of a mail server. */
  isReport: boolean;
  /** The report that a mail could not be delivered (RFC 3464). */
  report: DeliveryReport | null;
  text: string;
  pictures: SentPicture[];
}

/** The mail that a report is about, and whom it did not reach. */
export interface DeliveryReport {
  /** The mails that it may name, by `Message-ID`s without brackets. */
  about: string[];
  recipients: string[];
}

/** Characters of an answer, and pictures at most (decisions.md, section 14). */
const [ANSWER, PICTURES] = [20_000, 10];
/** Characters of a report. */
const REPORT = 100_000;

/** Reads what matters of a mail that was taken apart, in time in proportion to its length. */
export function readMail(email: Email): ReadMail {
  const header = (name: string) =>
    email.headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase() ?? '';
  const text = (email.text ?? '').trim() === '' ? plainText(inJapanese(email.html ?? '')) : inJapanese(email.text!);
  const isReport = header('content-type').startsWith('multipart/report');
  const report = isReport ? reportIn(email) : null;
  return {
    messageID: idsIn(email.messageId)[0] ?? null,
    to: [...new Set(recipientsOf(email))],
    from: addressesIn(email.from && [email.from])[0] ?? null,
    answers: [...new Set([...idsIn(email.inReplyTo), ...idsIn(email.references).reverse()])].slice(0, 50),
    isAutomatic: isAutomatic(header, email),
    isReport,
    report,
    text: report ? '' : withoutControls(withoutQuoted(text)).slice(0, ANSWER),
    pictures: report ? [] : email.attachments.filter(isPicture).slice(0, PICTURES).map(pictureOf),
  };
}

/** Text of a mail that does not say, or by another name, that it is in ISO-2022-JP, as some of Outlook's are: its signs say so. */
function inJapanese(text: string): string {
  return text.includes('\x1b$') ? new TextDecoder('iso-2022-jp').decode(Buffer.from(text, 'latin1')) : text;
}

/** How the subject of an automatic answer begins, where a program says so nowhere else. */
const AUTOMATIC = new RegExp(
  '^\\s*[[(]?(?:auto(?:matic)?[ -]?(?:reply|response)|out of (?:the )?office(?: autoreply)?|automatische antwort|' +
    'abwesen(?:d|heits(?:notiz|nachricht))|fuori sede|frånvaro|' +
    'r[ée]ponse automatique|respuesta autom[áa]tica|risposta automatica|automatisch antwoord|resposta autom[áa]tica|' +
    'automatyczna odpowiedź|odpowiedź automatyczna|autosvar|automatiskt? svar|自動(?:応答|返信|回覆)|自动(?:答复|回复)|رد تلقائي|' +
    'авто(?:матический )?ответ|automatická odpověď|automatikus válasz|automaattinen vastaus|αυτόματη απάντηση|otomatik yanıt|' +
    '자동 ?회신|תשובה אוטומטית)\\s?[:：\\])]',
  'iu',
);
/** The headers of programs that answer by themselves; `X-Auto-Response-Suppress` is one of people as well. */
const BY_PROGRAMS = /^x-(?:(?:mail-)?auto-?(?:reply(?:-from)?|respond|response|generated)|fc-machinegenerated)$/;

/** RFC 3834, and what was usual before it. */
function isAutomatic(header: (name: string) => string, { from, headers, subject = '' }: Email): boolean {
  const submitted = header('auto-submitted');
  if (submitted !== '' && !submitted.startsWith('no')) return true;
  if (/^(?:bulk|list|junk|auto[_-]reply)/.test(header('precedence'))) return true;
  if (header('list-id') !== '' || /^<\s*(?:mailer-daemon[^>]*)?>$/.test(header('return-path'))) return true;
  if (/^(?:mailer-daemon|postmaster)@/i.test(from?.address ?? '') || AUTOMATIC.test(subject)) return true;
  return headers.some(({ key, value }) => BY_PROGRAMS.test(key) && !['', 'no'].includes(value.trim().toLowerCase()));
}

/** The headers in which mail servers say whom a mail came to, where its writer does not. */
const DELIVERED = new Set(
  'delivered-to x-delivered-to x-original-to envelope-to x-envelope-to x-forwarded-to x-rcpt-to x-apparently-to resent-to'.split(
    ' ',
  ),
);

function* recipientsOf(email: Email): Iterable<string> {
  yield* addressesIn(email.to);
  yield* addressesIn(email.cc);
  for (const { key, value } of email.headers) {
    if (DELIVERED.has(key)) {
      yield* addressesIn(addressParser(value, { flatten: true }));
    }
  }
}

function addressesIn(given: readonly Address[] | undefined): string[] {
  const all = given?.flatMap((one) => one.group ?? [one]) ?? [];
  return all.flatMap(({ address }) => (address?.includes('@') ? [address.toLowerCase()] : [])).slice(0, 100);
}

/** Without control characters, which a database takes not. */
function idsIn(text: string | undefined): string[] {
  return (text ?? '').match(/[^\s<>\p{Cc}]{1,500}@[^\s<>\p{Cc}]{1,300}/gu) ?? [];
}

/** The report of a mail server that a mail was not delivered; null for one that tells of a delay, or of nothing. */
function reportIn(email: Email): DeliveryReport | null {
  const part = (...types: string[]) => email.attachments.find(({ mimeType }) => types.includes(mimeType));
  const status = part('message/delivery-status', 'message/global-delivery-status');
  if (!status) return null;
  // Each recipient has a paragraph of their own.
  const told = textOf(status).replaceAll(/\r?\n[ \t]+/g, ' ');
  const failed = told.split(/\r?\n\s*\r?\n/).filter((one) => /^action:\s*failed/im.test(one));
  if (failed.length === 0) return { about: [], recipients: [] };
  const original = part('message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers');
  const idOf = (text: string) => /^(?:x-original-)?message-id:\s{0,10}(<[^>\s]{1,500}>)/im.exec(text)?.[1];
  return {
    about: [idOf(original ? textOf(original) : ''), idOf(told), email.inReplyTo, email.references].flatMap(idsIn),
    recipients: failed.flatMap((one) =>
      [...one.matchAll(/^(?:final|original)-recipient:[^;\n]*;\s*(.*)$/gim)].map(([, address = '']) =>
        address.replaceAll(/[<>]/g, '').trim().toLowerCase(),
      ),
    ),
  };
}

function textOf({ content }: Attachment): string {
  return typeof content === 'string'
    ? content
    : Buffer.from(content as Uint8Array)
        .toString('utf8')
        .slice(0, REPORT);
}

function isPicture({ mimeType, filename }: Attachment): boolean {
  // Some programs have types of their own for pictures, as application/force-download.
  return /^image\/(?!svg)/.test(mimeType) || /\.(?:jpe?g|png|gif|webp)$/i.test(filename ?? '');
}

function pictureOf({ filename, content }: Attachment, index: number): SentPicture {
  const name = withoutControls(filename ?? '')
    .replaceAll(/[\r\n/\\]/g, ' ')
    .trim();
  return { name: name.slice(-100) || `image-${index + 1}`, bytes: new Uint8Array(content as ArrayBuffer) };
}

/** Without what a database takes not, or a reader is misled by: control characters and those that turn the direction of others. */
function withoutControls(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu, '');
}
