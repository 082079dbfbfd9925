import { LANGUAGES, localeOf, type PageLanguage } from '#contexts/texts';
import { plainContact } from '#platform/kernel';

export const DATE_FORMATS = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY/MM/DD', 'DD-MM-YYYY'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** Without accents, as programs write it that know ASCII alone. */
function unaccented(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
}

/** A name as it is looked up, without a last dot. */
function folded(name: string): string {
  return unaccented(name).toLowerCase().replace(/\.$/, '');
}

/** Countries in which a language calls its months otherwise. */
const ELSEWHERE = ['de-AT', 'fr-CA', 'ar-LB', 'ar-MA', 'ar-DZ'];

/**
 * The months and days of the week as the languages of the pages call them, alone and in a date; `mrz` is Excel's March in German, `feber`
 * Austria's February, `setiembre` Peru's September.
 */
const MONTHS = new Map([...named('month', 12, (month) => Date.UTC(2026, month)), ['mrz', 2], ['feber', 1], ['setiembre', 8]]);
const WEEKDAYS = new Map(named('weekday', 7, (day) => Date.UTC(2026, 0, 4 + day)));

function named(part: 'month' | 'weekday', count: number, moment: (index: number) => number): [name: string, index: number][] {
  const forms = (['long', 'short'] as const).flatMap((length) => [
    { [part]: length },
    { [part]: length, day: 'numeric' } as const,
  ]);
  const locales = [...Object.keys(LANGUAGES).map((language) => localeOf(language as PageLanguage)), ...ELSEWHERE];
  const formats = locales.flatMap((locale) =>
    forms.map((form) => new Intl.DateTimeFormat(locale, { ...form, calendar: 'gregory', timeZone: 'UTC' })),
  );
  const names = (index: number) =>
    formats.map((format) => format.formatToParts(moment(index)).find(({ type }) => type === part)?.value ?? '').map(folded);
  return Array.from({ length: count }, (_, index) => index).flatMap((index) =>
    // Months that are called by their number, and days of one sign, stand otherwise in dates.
    names(index).flatMap((name): [string, number][] => (/^(?:.?|.*\d.*)$/.test(name) ? [] : [[name, index]])),
  );
}

function oneOf(names: Iterable<string>): string {
  return [...new Set(names)].toSorted((a, b) => b.length - a.length).join('|');
}

/** The time that databases, programs and people write behind a date; a day of the week in Japanese or Chinese may stand before it. */
const WEEKDAY = ' ?(?:\\([月火水木金土日]\\)|[月火水木金土日]曜日|(?:星期|周)[一二三四五六日])';
const [HALF, HALF_BEFORE] = [' ?(?<half>[AP]\\.? ?M\\.?|[صم])', '(?<before>午前|午後|上午|下午) ?'];
const CLOCK =
  '(?<hour>[01]?\\d|2[0-3])(?:[:.h]|[時时])(?<minute>[0-5]\\d)(?:[:.分](?<second>[0-5]\\d)(?:[.,](?<fraction>\\d+))?)?[分秒]?(?: Uhr)?';
const ZONE = ' ?(?<zone>Z|UTC|GMT|[+-]\\d\\d(?::?[0-5]\\d)?)';
const AT = '(?:[,،]? +(?:(?:um|at|a|alle ore|om|as|kl\\.|في) )?|T|(?<=[日)]))';
const TIME = `(?:${WEEKDAY})?(?:${AT}(?:${HALF_BEFORE})?${CLOCK}(?:${HALF})?(?:${ZONE})?)?`;

const [YEAR, MONTH, DAY] = ['(?<year>\\d{4})', '(?<month>\\d{1,2})', '(?<day>\\d{1,2})'];
const NAME = `(?<month>${oneOf(MONTHS.keys())})`;
const [ON, ORDINAL] = [`(?:(?<weekday>${oneOf(WEEKDAYS.keys())})\\.?[,،]? )?(?:den )?`, '(?:st|nd|rd|th|er|o)?'];

/**
 * Dates that nobody reads in two ways, whatever the format: with the year before all else, as spreadsheets write them in Asia and Hungary
 * and SAP does, or with the month's name, as Oracle, Americans and long dates in each language do.
 */
const PLAIN = [
  `${YEAR}([-/]|\\. ?)${MONTH}\\2${DAY}\\.?`,
  `${YEAR}年 ?${MONTH}月 ?${DAY}日`,
  `${YEAR}(?<month>\\d\\d)(?<day>\\d\\d)`,
  `${ON}${DAY}${ORDINAL}[-/. ]{0,2}(?:de )?${NAME}[-/.,،]{0,2} ?(?:de )?${YEAR}(?: r\\.)?`,
  `${ON}${NAME}\\.? {1,2}${DAY}${ORDINAL},? ${YEAR}`,
].map(pattern);

/** Days and months may lack their zero; spaces and a last dot stand where Czech, Hungarian and others put them. */
const WRITTEN = new Map(
  DATE_FORMATS.map((format) => {
    const date = format.replaceAll('.', '\\. ?').replace('YYYY', YEAR).replace('MM', MONTH).replace('DD', DAY);
    return [format, pattern(`${ON}${date}\\.?(?: г\\.)?`)];
  }),
);

function pattern(date: string): RegExp {
  return new RegExp(`^${date}${TIME}$`, 'i');
}

/**
 * A date as items take it, with its time if it has one and that is wanted (`2026-11-20T11:00:00`); anything else as it is.
 * @param format how it is written unless its year comes first
 */
export function isoDate(text: string, format: DateFormat, withTime: boolean): string {
  const plain = unaccented(plainContact(text)).replaceAll(/[\u2010-\u2015\u2212]/g, '-');
  const written = [WRITTEN.get(format)!, ...PLAIN].map((one) => one.exec(plain)?.groups).find((groups) => groups !== undefined);
  if (!written) return text;
  const { year, month = '', day = '', hour, minute, second = '00', fraction, half, before, zone, weekday } = written;
  const index = MONTHS.get(month.toLowerCase());
  const date = `${year}-${(index === undefined ? month : String(index + 1)).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const hours = before === undefined && half === undefined ? hour : from12(Number(hour), half, before);
  // A day that falls on another day of the week is mistyped.
  const isThen = weekday === undefined || WEEKDAYS.get(weekday.toLowerCase()) === new Date(date).getUTCDay();
  if (hours === null || !isThen) return text;
  if (hours === undefined || !withTime) return date;
  return `${date}T${String(hours).padStart(2, '0')}:${minute}:${second}${fraction ? `.${fraction}` : ''}${offset(zone)}`;
}

/** The hour of a clock of twelve; null for one that it has not. Where its half stands before it, it may begin with 0. */
function from12(hour: number, half = '', before = ''): number | null {
  if (half && before) return null;
  return hour < (before ? 0 : 1) || hour > 12 ? null : (hour % 12) + (/^[pم]|[後下]/i.test(half || before) ? 12 : 0);
}

/** An offset in RFC 3339. */
function offset(zone = ''): string {
  return /^[zug]/i.test(zone) ? 'Z' : zone.replace(/(\d\d)(\d\d)$/, '$1:$2');
}
