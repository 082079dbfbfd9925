/** A text as a word of a command (RFC 3501, 4.3). */
export const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

/** The name of a folder as IMAP writes it, in its modified UTF-7 (RFC 3501, 5.1.3). */
export function inUtf7(name: string): string {
  const encoded = (part: string) =>
    Buffer.from(part, 'utf16le').swap16().toString('base64').replace(/=+$/, '').replaceAll('/', ',');
  return name.replaceAll(/&|[^\x20-\x7e]+/g, (part) => (part === '&' ? '&-' : `&${encoded(part)}-`));
}
