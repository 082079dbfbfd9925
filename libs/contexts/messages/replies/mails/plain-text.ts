import { decodeHTML } from 'entities';

/** Elements that begin a line of their own. */
const BLOCKS = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'body', 'center', 'dd', 'div', 'dl', 'dt', 'fieldset', 'footer', 'form'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'li', 'main', 'ol', 'p', 'pre', 'section', 'table', 'tr', 'ul'],
]);
/** Elements of which nothing is shown. */
const HIDDEN = new Set(['head', 'script', 'style', 'title', 'template', 'noscript', 'svg']);
/** Characters of which nothing is shown: mails fill lines with them. */
const UNSEEN = /[\u00ad\u200b-\u200f]/g;

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
      const plain = decodeHTML(part).replaceAll(/\s+/g, ' ');
      if (plain.replaceAll(UNSEEN, '').trim() !== '') isEndOfLine = false;
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
