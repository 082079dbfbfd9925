/** Elements that begin a line of their own. */
const BLOCKS = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'body', 'center', 'dd', 'div', 'dl', 'dt', 'fieldset', 'footer', 'form'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'li', 'main', 'ol', 'p', 'pre', 'section', 'table', 'tr', 'ul'],
]);
/** Elements of which nothing is shown. */
const HIDDEN = new Set(['head', 'script', 'style', 'title', 'template', 'noscript', 'svg']);
/** The names of the characters from U+00A0 on, in their order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil ' +
  'sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute ' +
  'Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc ' +
  'atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide ' +
  'oslash ugrave uacute ucirc uuml yacute thorn yuml';
/** The names, beside numbers and the five of XML, that stand in mails. */
const NAMED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(LATIN.split(' ').map((name, index) => [name, String.fromCodePoint(0xa0 + index)])),
  ...{
    nbsp: ' ',
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    shy: '',
    zwnj: '',
    zwj: '',
    lrm: '',
    rlm: '',
    ensp: ' ',
    emsp: ' ',
  },
  ...{ ndash: '–', mdash: '—', hellip: '…', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', lsaquo: '‹' },
  ...{ rsaquo: '›', bull: '•', euro: '€', trade: '™', OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š', Yuml: 'Ÿ', rarr: '→' },
};

/** The text of a mail in HTML, quotations marked with `>` and lines ruled, in time in proportion to its length. */
export function plainText(html: string): string {
  const lines: string[] = [];
  let [line, quotes, hidden, isEndOfLine, isPre] = ['', 0, null as string | null, true, false];
  const endLine = (isForced: boolean) => {
    if (!isForced && isEndOfLine) return;
    lines.push(`${'> '.repeat(Math.min(quotes, 3))}${line.trim()}`);
    [line, isEndOfLine] = ['', true];
  };
  const say = (text: string) => {
    for (const [index, part] of (isPre ? text.split('\n') : [text]).entries()) {
      if (index > 0) endLine(true);
      const plain = decoded(part.replaceAll(/\s+/g, ' '));
      if (plain.trim() !== '') isEndOfLine = false;
      if (!isEndOfLine) line += plain;
    }
  };
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at);
    if (hidden === null) say(html.slice(at, open === -1 ? html.length : open));
    if (open === -1) break;
    const close = html.startsWith('<!--', open) ? html.indexOf('-->', open) + 2 : html.indexOf('>', open);
    if (close < open) break;
    at = close + 1;
    const [, slash, given = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(open, open + 20)) ?? [];
    const name = given.toLowerCase();
    const isEnd = slash === '/';
    if (hidden !== null) {
      // A head need not say where it ends.
      if ((isEnd && name === hidden) || (hidden === 'head' && name === 'body')) hidden = null;
      continue;
    }
    if (!isEnd && HIDDEN.has(name) && html[close - 1] !== '/') hidden = name;
    if (name === 'br') endLine(true);
    if (name === 'td' || name === 'th') line += ' ';
    if (!BLOCKS.has(name)) continue;
    endLine(false);
    if (name === 'pre') isPre = !isEnd;
    // A paragraph stands apart.
    if (name === 'p' && isEnd) endLine(true);
    if (name === 'blockquote') quotes = Math.max(0, quotes + (isEnd ? -1 : 1));
    if (name === 'hr' && !isEnd) lines.push('________________');
  }
  endLine(false);
  return lines.join('\n');
}

function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,9}));?/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[name] ?? NAMED[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
  });
}
