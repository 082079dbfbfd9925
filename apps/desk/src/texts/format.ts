import { language as chosen } from './texts.js';

/** English without a country is written as in Europe: 20 Nov 2026. */
const language = (code: string = chosen()): string => (code === 'en' ? 'en-GB' : code);

/** Times of the API are in UTC and written without a zone: `2026-11-20 10:00:00.000`. */
export function timeOf(written: string): Date {
  return new Date(/[Zz]|[+-]\d\d:?\d\d$/.test(written) ? written : `${written.replace(' ', 'T')}Z`);
}

const zones = new Map<string, string>();
let here = '';

/** Says in which zones the times of Locations are, and at which of them the person works. */
export function keepZones(locations: readonly { locationID: string; timeZone: string }[], locationID = here): void {
  for (const one of locations) zones.set(one.locationID, one.timeZone);
  here = locationID;
}

/** A time as it is at a Location, by default where the person works; as the device has it while that is not known. */
function write(written: string, style: Intl.DateTimeFormatOptions, locationID = here): string {
  return new Intl.DateTimeFormat(language(), { ...style, timeZone: zones.get(locationID) }).format(timeOf(written));
}

export function day(written: string, locationID?: string): string {
  return write(written, { dateStyle: 'medium' }, locationID);
}

/** A day of the calendar, which is the same everywhere: `2026-11-20 00:00:00.000`. @param code of another language than the chosen one */
export function calendarDay(written: string, code?: string): string {
  const [year, month, date] = written.slice(0, 10).split('-').map(Number);
  return new Intl.DateTimeFormat(language(code), { dateStyle: 'medium', timeZone: 'UTC' }).format(
    Date.UTC(year!, month! - 1, date!),
  );
}

export function moment(written: string, locationID?: string): string {
  return write(written, { dateStyle: 'medium', timeStyle: 'short' }, locationID);
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** `3 days ago`, `in 2 weeks`, `now`. */
export function ago(written: string): string {
  const seconds = (timeOf(written).getTime() - Date.now()) / 1000;
  const [unit, size] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 60];
  return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
}

export function price(amount: number, currency: string | null): string {
  return new Intl.NumberFormat(language(), currency ? { style: 'currency', currency } : {}).format(amount);
}

/** @param inLanguage by default the chosen one */
export function country(code: string, inLanguage?: string): string {
  return new Intl.DisplayNames(language(inLanguage), { type: 'region' }).of(code) ?? code;
}

/** The name of a language in the chosen one: `German`. */
export function languageName(code: string | null): string | undefined {
  return code === null ? undefined : new Intl.DisplayNames(language(), { type: 'language' }).of(code);
}

export function percent(share: number): string {
  return new Intl.NumberFormat(language(), { style: 'percent' }).format(share);
}

/** From each service class of weights, which is the index and one, up to the next, in kg (api-v2.md). */
const WEIGHTS = [0, 2, 5, 10, 15, 20];
export const WEIGHT_CLASSES = WEIGHTS.map((_, index) => index + 1);

/** `< 2 kg`, `5–10 kg`, `> 20 kg`. */
export function weight(serviceClass: number): string {
  const format = new Intl.NumberFormat(language(), { style: 'unit', unit: 'kilogram' });
  const [from, to] = [WEIGHTS[serviceClass - 1] ?? 0, WEIGHTS[serviceClass]];
  if (to === undefined) return `> ${format.format(from)}`;
  return from === 0 ? `< ${format.format(to)}` : format.formatRange(from, to);
}
