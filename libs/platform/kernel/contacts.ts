/** Characters that leave nothing to see: directions, joiners, soft hyphens, variants, annotations. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;

/** Pluses that are not `+` in their compatibility form either. */
const PLUSES = /[\u2795\u{1F7A1}-\u{1F7A7}]/gu;

/** Signs of ASCII as Japanese and Chinese keyboards write them, and the scheme of a link that was copied. */
const [WIDE, LINK] = [/[\uFF01-\uFF5E\uFE6B]/g, /^\s*(?:(?:mailto|tel):\s*)+/i];

/**
 * A telephone number or an email address as it is judged and kept (decisions.md, section 13): without characters that can't be seen,
 * with each kind of space, tabs of spreadsheets among them, plus, digit and wide sign in its plain form, without `mailto:` and `tel:`
 * before it, and trimmed. Anything else stays as it was written.
 */
export function plainContact(text: string): string {
  return text
    .replace(UNSEEN, '')
    .replace(WIDE, (sign) => sign.normalize('NFKC'))
    .replace(PLUSES, '+')
    .replace(/[^\P{N}0-9]|[^\P{Z} ]|[\t\u0085\u2800]|[^\P{S}+]|\uFB29/gu, plain)
    .replace(LINK, '')
    .trim();
}

function plain(sign: string): string {
  if (/[\p{Z}\t\u0085\u2800]/u.test(sign)) return ' ';
  const compatible = sign.normalize('NFKC');
  if (/^(?:\d+|\+)$/.test(compatible)) return compatible;
  return /\p{Nd}/u.test(sign) ? String(digit(sign.codePointAt(0)!)) : sign;
}

/** Digits of a script follow each other, the zero first; where scripts do too, each has its ten. */
function digit(code: number): number {
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return (code - zero) % 10;
}
