export const DATE_FORMATS = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY/MM/DD', 'DD-MM-YYYY'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** A date with or without a time; days, months and hours may lack their zero. */
const WRITTEN = new Map(DATE_FORMATS.map((format) => [format, pattern(format)]));

function pattern(format: DateFormat): RegExp {
  const date = format.replaceAll('.', '\\.').replace('YYYY', '(?<year>\\d{4})').replace('MM', '(?<month>\\d{1,2})');
  return new RegExp(
    `^${date.replace('DD', '(?<day>\\d{1,2})')}(?:(?: +|T)(?<hour>\\d{1,2}):(?<minute>\\d\\d)(?::(?<second>\\d\\d))?)?$`,
  );
}

/** A date of the format, or the first of all, as items take it, `2026-11-20` or `2026-11-20 11:00:00`; anything else as it is. */
export function isoDate(text: string, format: DateFormat): string {
  const written = WRITTEN.get(format)?.exec(text) ?? WRITTEN.get(DATE_FORMATS[0])?.exec(text);
  const { year, month = '', day = '', hour, minute, second = '00' } = written?.groups ?? {};
  if (year === undefined) return text;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return hour === undefined ? date : `${date} ${hour.padStart(2, '0')}:${minute}:${second}`;
}
