/** Elements that begin a line of their own. */
const BLOCKS = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'body', 'center', 'dd', 'div', 'dl', 'dt', 'fieldset', 'footer', 'form'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'li', 'main', 'ol', 'p', 'pre', 'section', 'table', 'tr', 'ul'],
]);
/** Elements of which nothing is shown. */
const HIDDEN = new Set(['head', 'script', 'style', 'title', 'template', 'noscript', 'svg']);
/** The names, beside numbers and the five of XML, that stand in mails. */
const NAMED: Readonly<Record<string, string>> = {
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
    ndash: '–',
    mdash: '—',
    hellip: '…',
  },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»', bull: '•', euro: '€', copy: '©', middot: '·' },
  ...{ auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß', eacute: 'é', egrave: 'è', ecirc: 'ê' },
  ...{ agrave: 'à', acirc: 'â', ccedil: 'ç', aacute: 'á', iacute: 'í', oacute: 'ó', uacute: 'ú', ntilde: 'ñ', atilde: 'ã' },
  ...{
    otilde: 'õ',
    aring: 'å',
    Aring: 'Å',
    aelig: 'æ',
    oslash: 'ø',
    iexcl: '¡',
    iquest: '¿',
    ocirc: 'ô',
    icirc: 'î',
    ucirc: 'û',
  },
  ...{ ugrave: 'ù', igrave: 'ì', ograve: 'ò', Eacute: 'É', Agrave: 'À', euml: 'ë', iuml: 'ï' },
};

/** The text of a mail in HTML, quotations marked with `>` and lines ruled, in time in proportion to its length. */
export function plainText(html: string): string {
  const lines: string[] = [];
  let [line, quotes, hidden, isEndOfLine] = ['', 0, null as string | null, true];
  const endLine = (isForced: boolean) => {
    if (!isForced && isEndOfLine) return;
    lines.push(`${'> '.repeat(Math.min(quotes, 3))}${line.trim()}`);
    [line, isEndOfLine] = ['', true];
  };
  const say = (text: string) => {
    const plain = decoded(text.replaceAll(/\s+/g, ' '));
    if (plain.trim() !== '') isEndOfLine = false;
    if (!isEndOfLine) line += plain;
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
      if (isEnd && name === hidden) hidden = null;
      continue;
    }
    if (!isEnd && HIDDEN.has(name) && html[close - 1] !== '/') hidden = name;
    if (name === 'br') endLine(true);
    if (name === 'td' || name === 'th') line += ' ';
    if (!BLOCKS.has(name)) continue;
    endLine(false);
    // A paragraph stands apart.
    if (name === 'p' && isEnd) endLine(true);
    if (name === 'blockquote') quotes = Math.max(0, quotes + (isEnd ? -1 : 1));
    if (name === 'hr' && !isEnd) lines.push('________________');
  }
  endLine(false);
  return lines.join('\n');
}

function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,10}));?/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[name] ?? NAMED[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
  });
}
