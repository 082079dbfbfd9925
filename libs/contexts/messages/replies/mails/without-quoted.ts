/** Lines that are looked at; a mail has fewer, and what is behind them is left out. */
const MOST_LINES = 5_000;
/** Characters of a line by which it is known what it is. */
const LOOKED_AT = 400;

/** The words that begin the line of a quoted mail that says who sent it, in the languages of guests, and what it is about. */
const SENDER =
  'from|von|de|van|da|od|från|fra|差出人|발신|送信者|发件人|寄件者|寄件人|من|от|від|kimden|보낸 ?사람|feladó|lähettäjä|מאת|από|de la|dari|từ|จาก|' +
  'nuo|saatja|frá|از|प्रेषक';
const SUBJECT =
  'subject|betreff|objet|asunto|onderwerp|oggetto|assunto|temat|ämne|emne|件名|主\\s?题|主題|主旨|الموضوع|тема|относно|konu|제목|předmět|predmet|' +
  'tárgy|aihe|נושא|θέμα|subiect|assumpte|subjek|chủ đề|เรื่อง|zadeva|tema|teema|efni|موضوع|विषय';
/** Some programs write them in a table. */
const lineOf = (names: string) => new RegExp(`^[\\s*|\\p{Cf}]{0,4}(?:${names})[\\s*]{0,4}[:：|]`, 'iu');
const [SENDER_LINE, SUBJECT_LINE] = [lineOf(SENDER), lineOf(SUBJECT)];
/** Lines among which both stand. */
const HEADER = 8;

/** `-----Original Message-----`, `---- Message d’origine ----`, `________________`; a space may be written `&nbsp;`. */
const SEPARATOR = /^\s{0,4}(?:[-_]{3,}|[-_]{3,}(?: |&nbsp;)?[\p{L}][\p{L}\p{M} '’&;-]{1,50}[-_]{3,})\s*$/u;
/** Words of a separator behind which a mail is handed on: that is said, too. */
const HANDED_ON =
  /forward|weitergeleitet|transféré|reenviad|inoltrat|doorgestuurd|encaminhad|przekazan|vidarebefordr|転送|转发|轉寄|محو|ممر|مُمر/iu;
/** An attribution and the mail itself in one line, as Yahoo's programs write them. */
const INLINE = /<[^\s<>@]{1,64}@[^\s<>@]{1,100}>[^<>@:]{0,20}: {2,}\S/;
/** A day and its year. */
const YEAR = /\b\d{4}\b|\d{4}年|\b\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2}\b/;
/** The end of a line that an attribution goes on behind. */
const SENDER_BEFORE = /<[^\s<>@]{1,64}@[^\s<>@]{1,100}>,?\s*$/;
/** Lines of a quoted mail that say who wrote it, as long as some programs make them: `On … wrote:`. */
const ATTRIBUTION = 3;

/**
 * The words that somebody says in an answer, without the mail that it answers: whether it stands above, below or between, marked with
 * `>` or not. Time and memory are in proportion to its length. Where nothing is left but a mail that nothing marks, that is told: the
 * answer may be in it.
 */
export function withoutQuoted(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n', MOST_LINES);
  const original = originalIn(lines);
  const isHandedOn = SEPARATOR.test(beginningOf(lines[original])) && HANDED_ON.test(beginningOf(lines[original]));
  const end = isHandedOn ? lines.length : original;
  const said = tidy(withoutCited(lines.slice(0, end)));
  return said === '' && end < lines.length ? tidy(withoutCited(lines.slice(end).filter((line) => !isOfHeader(line)))) : said;
}

const beginningOf = (line: string | undefined) => line?.slice(0, LOOKED_AT) ?? '';
const isCited = (line: string | undefined) => /^ ?>/.test(line ?? '');
const isBlank = (line: string | undefined) => /^\s*$/.test(beginningOf(line));

function isOfHeader(line: string): boolean {
  const beginning = beginningOf(line);
  return SEPARATOR.test(beginning) || /^[\s*]{0,4}[\p{L}\p{M} ]{2,20}[\s*]{0,4}[:：] ?\S/u.test(beginning);
}

/** Where the mail that is answered begins and goes on to the end; behind the last line where none does. */
function originalIn(lines: readonly string[]): number {
  const cited = lines.findLastIndex(isCited);
  for (let at = 0; at < lines.length; at++) {
    if (isHeader(lines, at)) {
      // Some write before the sender when it was sent.
      const before = beginningOf(lines[at - 1]);
      return separated(lines, isOfHeader(before) && isDated(before) ? at - 1 : at);
    }
    // Behind an attribution without any `>` all is quoted, where it says when: an address alone may stand above what somebody writes.
    if (cited < at && (isAddressed(beginningOf(lines[at])) || isVerb(lines, at))) {
      const from = attributionBefore(lines, at + 1) ?? at;
      const attribution = lines.slice(from, at + 1).map(beginningOf);
      if (YEAR.test(digits(attribution.join(' ')))) return separated(lines, from);
    }
    if (INLINE.test(beginningOf(lines[at])) && isDated(beginningOf(lines[at]))) return at;
  }
  return lines.length;
}

/** The line, or the one before that separates it from what is above; blank lines may stand between. */
function separated(lines: readonly string[], at: number): number {
  const before = lines.slice(0, at).findLastIndex((line) => !isBlank(line));
  return before !== -1 && SEPARATOR.test(beginningOf(lines[before])) ? before : at;
}

/**
 * Whether the header of a mail begins there: the names of sender and subject, one of them first, below a separator or with an address or a
 * day: without any, somebody says where a parcel is from.
 */
function isHeader(lines: readonly string[], at: number): boolean {
  const names = [SENDER_LINE, SUBJECT_LINE];
  const first = names.find((name) => name.test(beginningOf(lines[at])));
  if (!first) return false;
  const header = lines.slice(at, at + HEADER).map(beginningOf);
  const isOfMail = header.some((line) => line.includes('@') || isDated(line) || YEAR.test(digits(line)));
  if (!isOfMail && separated(lines, at) === at) return false;
  return names.every((name) => name === first || header.slice(1).some((line) => name.test(line)));
}

/** Lines without what is marked with `>`, and without the line before that says whose words these are. */
function withoutCited(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (!isCited(line)) {
      kept.push(line);
      continue;
    }
    if (isCited(lines[index - 1])) continue;
    while (kept.length > 0 && isBlank(kept.at(-1))) kept.pop();
    const from = attributionBefore(kept, kept.length);
    if (from !== null) kept.splice(separated(kept, from));
    kept.push('');
  }
  return kept;
}

/** Where the lines begin that say whose words follow at `end`, and when they were written; null where none do. */
function attributionBefore(lines: readonly string[], end: number): number | null {
  const last = beginningOf(lines[end - 1]);
  if (!/(?:[:：]|-{3,})\s*$/.test(last) && !isDated(last)) return null;
  for (let from = end - 1; from >= Math.max(0, end - ATTRIBUTION) && !isBlank(lines[from]); from--) {
    const text = lines.slice(from, end).map(beginningOf).join(' ');
    if (!isDated(text) || (from !== end - 1 && !/\d/.test(digits(beginningOf(lines[from]))))) continue;
    // Languages that put the day last have the sender in the line before, and go on with a small letter or the day.
    const isRest = !text.includes('@') && /^\s*(?:\p{Ll}|\d)/u.test(text);
    return isRest && SENDER_BEFORE.test(beginningOf(lines[from - 1])) ? from - 1 : from;
  }
  return isAddressed(last) ? end - 1 : null;
}

/** Whether one or two words such as `wrote:` end an attribution that has its sender at the end of the line before. */
function isVerb(lines: readonly string[], at: number): boolean {
  return /^\s*\S+(?: \S+)? ?[:：]\s*$/.test(beginningOf(lines[at])) && SENDER_BEFORE.test(beginningOf(lines[at - 1]));
}

/** Whether an address stands there, as in `Hotel <lost@hotel.example>:`. */
function isAddressed(line: string): boolean {
  return /[<([]?[^\s<>@]{1,64}@[^\s<>@]{1,100}[>)\]]?[^<>@]{0,40}(?:[:：]|-{3,})\s*$/.test(line);
}

/** Whether it has a day, a year and a time of day, in whatever figures. */
function isDated(text: string): boolean {
  const plain = digits(text);
  return YEAR.test(plain) && /\d{1,2}\s?[:.h時时]\s?\d{2}/.test(plain);
}

/** Arabic and full-width figures as the usual ones. */
function digits(text: string): string {
  return text.replaceAll(/[٠-٩۰-۹０-９]/g, (digit) => String((digit.codePointAt(0)! & 0xf) % 10));
}

/** Without blank lines around it, and no two in a row. */
function tidy(lines: readonly string[]): string {
  const kept: string[] = [];
  for (const line of lines) {
    const text = line.trimEnd();
    if (text !== '' || (kept.length > 0 && kept.at(-1) !== '')) kept.push(text);
  }
  while (kept.at(-1) === '') kept.pop();
  return kept.join('\n');
}
