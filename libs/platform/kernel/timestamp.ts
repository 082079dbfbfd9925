/** A time in UTC as PostgreSQL, ISO 8601 and records write it, which say no zone: parsing each as a Date would slow down listings. */
const UTC = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?(?:Z|\+00)?$/;

/** A timestamp as records show it: `YYYY-MM-DD HH:MM:SS.mmm`, UTC (api-v2.md, What the service does). */
export function recordTimestamp(moment: Date | string): string {
  const known = typeof moment === 'string' ? UTC.exec(moment) : null;
  if (known) return `${known[1]} ${known[2]}.${(known[3] ?? '').padEnd(3, '0')}`;
  return new Date(moment).toISOString().replace('T', ' ').slice(0, 23);
}

/** The same for a timestamp that may be null. */
export function optionalTimestamp(moment: Date | string | null): string | null {
  return moment === null ? null : recordTimestamp(moment);
}

/** Milliseconds of a timestamp as PostgreSQL writes it in UTC. */
export function millisecondsOf(moment: Date | string): number {
  return Date.parse(`${recordTimestamp(moment).replace(' ', 'T')}Z`);
}

const DAYS = new Map<string, Intl.DateTimeFormat>();

/** The day that a moment is on in a zone, as `YYYY-MM-DD`. @throws RangeError for a zone that is not known */
export function dayIn(zone: string, moment: Date): string {
  let days = DAYS.get(zone);
  if (!days) {
    days = new Intl.DateTimeFormat('en', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
    DAYS.set(zone, days);
  }
  const { year, month, day } = Object.fromEntries(days.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${year!.padStart(4, '0')}-${month}-${day}`;
}
