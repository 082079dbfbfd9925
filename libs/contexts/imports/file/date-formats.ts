import { plainContact } from '#platform/kernel';

export const DATE_FORMATS = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY/MM/DD', 'DD-MM-YYYY'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** The time that databases, programs and people write behind a date; a day of the week in Japanese may stand before it. */
const [WEEKDAY, HALF] = [' ?\\([月火水木金土日]\\)', ' ?(?<half>[AP]\\.? ?M\\.?|[صم])'];
const CLOCK = '(?<hour>[01]?\\d|2[0-3])[:.](?<minute>[0-5]\\d)(?:[:.](?<second>[0-5]\\d)(?:[.,](?<fraction>\\d+))?)?';
const ZONE = ' ?(?<zone>Z|UTC|GMT|[+-]\\d\\d(?::?[0-5]\\d)?)';
const TIME = `(?:${WEEKDAY})?(?:(?:,? +|T)${CLOCK}(?:${HALF})?(?:${ZONE})?)?`;

const [YEAR, MONTH, DAY] = ['(?<year>\\d{4})', '(?<month>\\d{1,2})', '(?<day>\\d{1,2})'];

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const NAME = `(?<month>${MONTHS.join('|')})`;

/**
 * Dates that nobody reads in two ways, whatever the format: with the year before all else, as spreadsheets write them in Asia and Hungary
 * and SAP does, or with the month's name, as Oracle and Americans do.
 */
const PLAIN = [
  `${YEAR}([-/]|\\. ?)${MONTH}\\2${DAY}\\.?`,
  `${YEAR}年 ?${MONTH}月 ?${DAY}日`,
  `${YEAR}(?<month>\\d\\d)(?<day>\\d\\d)`,
  `${DAY}[- ]${NAME}[- ]${YEAR}`,
  `${NAME} ${DAY}, ${YEAR}`,
].map(pattern);

/** Days and months may lack their zero; spaces and a last dot stand where Czech, Hungarian and others put them. */
const WRITTEN = new Map(
  DATE_FORMATS.map((format) => {
    const date = format.replaceAll('.', '\\. ?').replace('YYYY', YEAR).replace('MM', MONTH).replace('DD', DAY);
    return [format, pattern(`${date}\\.?(?: г\\.)?`)];
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
  const plain = plainContact(text)
    .normalize('NFKC')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-');
  const written = [WRITTEN.get(format)!, ...PLAIN].map((one) => one.exec(plain)?.groups).find((groups) => groups !== undefined);
  if (!written) return text;
  const { year, month = '', day = '', hour, minute, second = '00', fraction, half, zone } = written;
  const named = MONTHS.indexOf(month.toUpperCase()) + 1;
  const date = `${year}-${(named ? String(named) : month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const hours = half === undefined ? hour : from12(Number(hour), /^[pم]/i.test(half));
  if (hours === null) return text;
  if (hours === undefined || !withTime) return date;
  return `${date}T${String(hours).padStart(2, '0')}:${minute}:${second}${fraction ? `.${fraction}` : ''}${offset(zone)}`;
}

/** The hour of a clock of twelve; null for one that it has not. */
function from12(hour: number, isAfterNoon: boolean): number | null {
  return hour < 1 || hour > 12 ? null : (hour % 12) + (isAfterNoon ? 12 : 0);
}

/** An offset in RFC 3339. */
function offset(zone = ''): string {
  return /^[zug]/i.test(zone) ? 'Z' : zone.replace(/(\d\d)(\d\d)$/, '$1:$2');
}
