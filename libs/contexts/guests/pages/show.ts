import { html, type SafeHtml } from '@remix-run/html-template';
import { addressLines, COUNTRIES, ISO_CODES } from '#contexts/reference';
import { localeOf, longDate, type PageLanguage, type Words } from '#contexts/texts';
import { withoutSchemes } from '#platform/kernel';
import type { Option } from './form.js';
import type { Frame } from './layout.js';

/** Formats a date for the language. @param moment a date, or a timestamp, which has its day at the Location */
export function day({ language, branding }: Pick<Frame, 'language' | 'branding'>, moment: string | Date): string {
  if (typeof moment === 'string' && moment.length === 10) return longDate(language, new Date(`${moment}T00:00:00Z`));
  return longDate(language, new Date(moment), branding?.zone);
}

/** Whether a guest did something within the last hour: what was given then is shown once more, and not to who has the link later. */
export function isFresh(moment: string | undefined, now: Date): boolean {
  return moment !== undefined && now.getTime() - new Date(moment).getTime() < HOUR;
}

const HOUR = 60 * 60 * 1000;

/** A record as guests read it: in what people wrote about it no web address can be taken for a link of the hotel. */
export function forGuests<Row extends object>(row: Row): Row {
  const shown = Object.entries(row).map(([field, value]) => [
    field,
    PEOPLES_WORDS.has(field) && typeof value === 'string' ? withoutSchemes(value) : value,
  ]);
  return Object.fromEntries(shown);
}

const PEOPLES_WORDS = new Set(['item', 'brand', 'location', 'request', 'question', 'answer']);

/** Formats a number with its unit: `45 cm`, `11 lb`. */
function measure(language: PageLanguage, value: number, unit: string): string {
  return new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
}

/** A photo, or nothing. */
export function photoOf(url: string | null, alt: string): SafeHtml {
  return url ? html`<img class="photo" src="${url}" alt="${alt}">` : html``;
}

/** Writes several names in a row with the comma of the language: `red, blue`, `赤、青`. */
export function listed(language: PageLanguage, names: string[]): string {
  const [, comma] = new Intl.ListFormat(localeOf(language), { style: 'narrow' }).formatToParts(['1', '2', '3']);
  return names.join(comma!.value);
}

/** Writes the names of colors in a row. */
export function colorsIn({ words, language }: { words: Words; language: PageLanguage }, colors: readonly string[]): string {
  return listed(
    language,
    colors.map((color) => words.colors[color] ?? color),
  );
}

/** Formats a price: `9,90 €`. */
export function money(language: PageLanguage, amount: number, currency: string): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount);
}

const DIMENSION = { cm: 'centimeter', in: 'inch' } as const;

/** Formats the dimensions of a parcel in the Location's unit (api-v2.md, options.dimensionUnit). */
export function dimensions(language: PageLanguage, unit: 'cm' | 'in', sides: (number | null)[]): string | null {
  const known = sides.filter((side) => side !== null);
  return known.length < 3 ? null : known.map((side) => measure(language, side, DIMENSION[unit])).join(' × ');
}

/** Codes in the list of countries that differ from ISO 3166 (decisions.md, section 3). */
const ISO: Record<string, string> = { ...ISO_CODES, Dominica: 'DM' };

/** The countries of the specification, sorted by their names in the language. */
export function countryOptions(language: PageLanguage): Option[] {
  const names = namesIn(language);
  return COUNTRIES.map((country) => ({ value: country.ID, label: nameOf(country, names) })).sort((one, other) =>
    one.label.localeCompare(other.label, language),
  );
}

/** The name of a country in the language of the page, else its code. */
export function countryName(language: PageLanguage, countryID: string): string {
  const country = COUNTRIES.find(({ ID }) => ID === countryID);
  return country ? nameOf(country, namesIn(language)) : countryID;
}

/** Where a guest has something sent to. */
export interface GuestAddress {
  recipient: string;
  companyName?: string;
  address: string;
  address2?: string;
  zipCode?: string;
  city: string;
  countryID: string;
  state?: string;
  phoneNumber?: string;
}

/** The lines of a guest's address, with name and country: in Japanese one in Japan ends with the name. */
export function guestAddressLines(language: PageLanguage, to: GuestAddress): string[] {
  const { recipient, companyName, address2, zipCode = '', state = null, countryID } = to;
  const street = addressLines({ ...to, addressNumber: '', zipCode, state }, language);
  const country = countryName(language, countryID);
  const fromLarge = language === 'ja' && countryID === 'JP';
  const lines = fromLarge
    ? [country, ...street, address2, companyName, recipient]
    : [recipient, companyName, address2, ...street, country];
  return lines.filter((line) => line !== undefined);
}

/** Lines below each other. */
export function lines(texts: readonly string[]): SafeHtml {
  return html`${texts.map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`))}`;
}

function namesIn(language: PageLanguage): Intl.DisplayNames {
  return new Intl.DisplayNames([localeOf(language)], { type: 'region', fallback: 'none' });
}

function nameOf({ ID, name }: (typeof COUNTRIES)[number], names: Intl.DisplayNames): string {
  return names.of(ISO[name] ?? ISO[ID] ?? ID) ?? name;
}
