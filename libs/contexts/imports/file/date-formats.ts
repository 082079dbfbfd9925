export const DATE_FORMATS = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** A date with or without a time; days and months may lack their zero. */
const WRITTEN = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})(?: +(\d{1,2}):(\d\d)(?::(\d\d))?)?$/;

/** A date of the format as items take it, `2026-11-20` or `2026-11-20 11:00:00`; anything else as it is. */
export function isoDate(text: string, format: DateFormat): string {
  const [, first = '', sign, second = '', year, hour, minute, seconds = '00'] = WRITTEN.exec(text) ?? [];
  if (year === undefined || sign !== format.charAt(2)) return text;
  const [day, month] = format === 'MM/DD/YYYY' ? [second, first] : [first, second];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return hour === undefined ? date : `${date} ${hour.padStart(2, '0')}:${minute}:${seconds}`;
}
