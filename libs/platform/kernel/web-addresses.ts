import { isFQDN, isIP } from 'class-validator';

/** Schemes that programs make a link of even without slashes. */
const SCHEMES =
  'https?|ftps?|sftp|mailto|tel|callto|sms|sips?|xmpp|javascript|vbscript|data|blob|file|ldaps?|webcals?|geo|magnet|ipfs|bitcoin|' +
  'intent|market|itms(?:-[a-z]+)?|ms-[a-z-]+|msteams|zoommtg|facetime(?:-audio)?|skype|whatsapp|viber|tg';

/** A scheme with what follows it up to the address: `https://`, `http:\\`, `mailto:`. */
const SCHEME = new RegExp(`(?:[a-z][a-z0-9+.-]*:[/\\\\]{2,}|\\b(?:${SCHEMES}):[/\\\\]*(?=\\S))`, 'gi');

/** Signs that stand between the parts of a text that may be an address. */
const BETWEEN = /[\s/\\?#:,;|"'`<>()[\]{}=&*_!]+/;

/** Initials before a particle are no host: “J.de Vries”. */
const INITIALS = /^(?:\p{Lu}\.)+(?:d[aeiou]|du|des|del|van|von|vom|zu|zum|ten|ter|la|le|el|al|af|av)$/u;

/** Signs that turn around what stands behind them, also what another one wrote. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * Words that people wrote, with the schemes of web addresses left out, so that neither a mail nor a page makes a link of it (decisions.md,
 * section 12, Told in time), and nothing that turns the words of the hotel around.
 */
export function withoutSchemes(words: string): string {
  let text = words.replace(TURNING, '');
  // A scheme in another width, or with what nobody sees in it, is taken away as it is read.
  if (text.search(SCHEME) < 0 && spelledOut(text).search(SCHEME) >= 0) text = spelledOut(text);
  for (let before = text; ; before = text) {
    text = before.replace(SCHEME, '');
    if (text === before) return text;
  }
}

/** Whether a text has a scheme or `www.`, as no name has, in whatever width. */
export function hasScheme(text: string): boolean {
  const plain = spelledOut(text);
  return plain.search(SCHEME) >= 0 || /\bwww\./i.test(plain);
}

/** Whether programs, or people, may read a web address in it: a scheme, a host name, an IP address. An email address is none. */
export function hasWebAddress(text: string): boolean {
  const plain = spelledOut(text);
  if (hasScheme(plain) || /(?:^|\s)[/\\]{2}\S/.test(plain)) return true;
  return plain.split(BETWEEN).some((part) => {
    const host = part.replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, '');
    return (isFQDN(host) || isIP(host)) && !INITIALS.test(host);
  });
}

/** Whether a URL may stand as a link on a page or in a mail: http or https, without a user, and read alike by every program. */
export function isPageUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s\\\p{C}\p{Default_Ignorable_Code_Point}]+$/iu.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '' && !/^https?:\/\/[^/?#]*@/i.test(text);
}

/** The text as programs read it: one width, nothing unseen, and each sign that stands for the dot or slash of an address as that. */
function spelledOut(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/(?<=[a-z0-9-])[\u3002\uFE12](?=[a-z0-9])/gi, '.')
    .replace(/\s*[[({<]\s*(?:\.|dot)\s*[\])}>]\s*/gi, '.')
    .replace(/[\u2044\u2215\u29F8]/gu, '/')
    .replace(/[\u2236\uA789]/gu, ':');
}
