import {
  CATEGORY_IDS,
  COLOR_IDS,
  COUNTRIES_WITH_STATES,
  COUNTRY_CODES,
  demandsPostalCode,
  inPrefecture,
  PREFECTURES,
  postalCodeOf,
} from '#contexts/reference';
import type { Words } from '#contexts/texts';
import { Choice, Codes, CountryCode, DepartureDate, Email, OwnerPhone, readRequest, Text } from '#platform/http';
import { hasScheme, ValidationFailed } from '#platform/kernel';
import { type Filled, listOf, type Problems, textOf } from '../pages/form.js';
import { hasStates, stateField, stateOptions } from '../pages/states.js';
import { MOST_WRITTEN } from '../pages/write.page.js';
import { withPrefix } from './phones.js';

const DAY = 24 * 60 * 60 * 1000;

/** The shipping address of an item. */
class AddressForm {
  @Text({ required: true }) recipient!: string;
  @Text() companyName?: string;
  @Text({ required: true }) address!: string;
  @Text() address2?: string;
  @Text() zipCode?: string;
  @Text({ required: true }) city!: string;
  @CountryCode(COUNTRY_CODES, { required: true }) countryID!: string;
  @Text() state?: string;
  @OwnerPhone() phoneNumber?: string;
}

/** A report of a lost item. */
export class LostForm {
  @Text({ required: true, lines: true }) request!: string;
  @Text({ lines: true }) location?: string;
  @DepartureDate() departuredDate?: string;
  @Choice(CATEGORY_IDS) categories?: string;
  @Codes(COLOR_IDS) colors?: string[];
  @Text({ required: true }) name!: string;
  @Email() email?: string;
  @OwnerPhone() phoneNumber?: string;
  @Text({ max: 50 }) reservationNumber?: string;
  @Text({ max: 50 }) room?: string;
}

/** A search for an item without its link. */
export class FoundForm {
  @Text({ required: true }) surname!: string;
  @DepartureDate() departuredDate?: string;
  @Text() reservationNumber?: string;
  @Text() room?: string;
}

class AnswerForm {
  @Text({ required: true, lines: true }) answer!: string;
}

/** A message to the Location. */
class WriteForm {
  @Text({ required: true, lines: true, max: MOST_WRITTEN }) text!: string;
}

/** A parsed form: its value, or its errors. */
export type Read<T> = { value: T; problems?: undefined } | { value?: undefined; problems: Problems };

/** Reads what a guest writes. */
export function readWriting(words: Words, filled: Filled): Read<WriteForm> {
  return read(WriteForm, words, { text: given(filled, 'text') });
}

/** The answer to a question that staff asked. */
export function readAnswer(words: Words, filled: Filled): Read<AnswerForm> {
  return read(AnswerForm, words, { answer: given(filled, 'answer') });
}

/**
 * The address as a carrier needs it. The state is required only for countries with states, and Japan's kept with the city; a postal code
 * where the country's post demands one.
 * @param reachable whether the owner's email address or phone number is known
 */
export function readAddress(words: Words, filled: Filled, reachable: boolean): Read<AddressForm> {
  const country = textOf(filled, 'countryID');
  const names = ['recipient', 'companyName', 'address', 'address2', 'zipCode', 'city', 'countryID', 'phoneNumber'];
  const raw = dialled(givenOf(filled, names), country);
  const more = noNames(words, raw, ['recipient', 'companyName']);
  const zipCode = raw.zipCode === undefined ? undefined : postalCodeOf(raw.zipCode, country);
  if (zipCode === null) more.push(['zipCode', words.problems.zipCode]);
  else if (zipCode === undefined && demandsPostalCode(country)) more.push(['zipCode', words.problems.required]);
  if (!reachable && raw.phoneNumber === undefined) more.push(['phoneNumber', words.problems.required]);
  const state = given(filled, stateField(country));
  const isKnown = !hasStates(country) || stateOptions(country, 'en').some(({ value }) => value === state);
  if (!isKnown) more.push([stateField(country), words.problems.state]);
  return read(AddressForm, words, withState({ ...raw, ...(zipCode && { zipCode }) }, country, state), ...more);
}

/** Japan's prefecture stands with the city. */
function withState(raw: Record<string, string>, countryID: string, state: string | undefined): object {
  if (COUNTRIES_WITH_STATES.includes(countryID)) return { ...raw, state };
  const prefecture = countryID === 'JP' && PREFECTURES.find(({ code }) => code === state);
  return prefecture && raw.city ? { ...raw, city: inPrefecture(raw.city, prefecture) } : raw;
}

/** Where and when a form is filled in. */
export interface Situation {
  countryID: string;
  now: Date;
}

/** An email address or a phone number is required; nobody has left later than tomorrow, wherever on Earth. */
export function readLost(words: Words, filled: Filled, { countryID, now }: Situation): Read<LostForm> {
  const names = ['request', 'location', 'categories', 'name', 'email', 'phoneNumber', 'reservationNumber', 'room'];
  const raw = dialled(givenOf(filled, names), countryID);
  const tomorrow = new Date(now.getTime() + DAY).toISOString().slice(0, 10);
  const contact = raw.email !== undefined || raw.phoneNumber !== undefined;
  const whole = { ...raw, departuredDate: date(filled), colors: listOf(filled, 'colors') };
  const more = noNames(words, raw, ['name']);
  if (!contact) more.push(['email', words.problems.contact]);
  if (textOf(filled, 'departuredDate').trim() > tomorrow) more.push(['departuredDate', words.problems.future]);
  return read(LostForm, words, whole, ...more);
}

/** A departure date or a reservation number is required. */
export function readFound(words: Words, filled: Filled): Read<FoundForm> {
  const raw = { ...givenOf(filled, ['surname', 'reservationNumber', 'room']), departuredDate: date(filled) };
  const enough = 'reservationNumber' in raw || raw.departuredDate !== undefined;
  const either: [string, string][] = enough ? [] : [['departuredDate', words.problems.either]];
  return read(FoundForm, words, raw, ...noNames(words, raw, ['surname']), ...either);
}

/** Names with a web address: they are written to others, and shown to staff. */
function noNames({ problems }: Words, raw: Readonly<Record<string, unknown>>, fields: string[]): [string, string][] {
  return fields.flatMap((field): [string, string][] => (hasScheme(String(raw[field] ?? '')) ? [[field, problems.invalid]] : []));
}

/** Fields that may hold tabs. Others show them, pasted from elsewhere, as spaces. */
const LINES = ['request', 'location', 'answer', 'text'];

/** The trimmed text of a field; undefined if it is empty. A browser sends two characters for the end of a line, and counts one. */
function given(filled: Filled, name: string): string | undefined {
  const typed = textOf(filled, name).replaceAll('\r\n', '\n');
  const text = (LINES.includes(name) ? typed : typed.replace(/[\t\v\f]+/g, ' ')).trim();
  return text === '' ? undefined : text;
}

function givenOf(filled: Filled, names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = given(filled, name);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/** A telephone number may be written as in the country. */
function dialled(fields: Record<string, string>, countryID: string): Record<string, string> {
  const { phoneNumber } = fields;
  return phoneNumber === undefined ? fields : { ...fields, phoneNumber: withPrefix(phoneNumber, countryID) };
}

/** A date field contains only the day. */
function date(filled: Filled): string | undefined {
  const day = given(filled, 'departuredDate');
  return day && `${day} 00:00:00`;
}

function read<T extends object>(
  form: new () => T,
  words: Words,
  raw: object,
  ...more: [field: string, problem: string][]
): Read<T> {
  const problems: Problems = new Map();
  let value: T | undefined;
  try {
    value = readRequest(form, raw);
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    for (const { field, code } of error.errors) problems.set(field.split('.')[0]!, problemIn(words, field, code));
  }
  for (const problem of more) if (!problems.has(problem[0])) problems.set(...problem);
  return value === undefined || problems.size > 0 ? { problems } : { value };
}

const SPECIAL: Record<string, keyof Words['problems']> = { email: 'email', phoneNumber: 'phone', departuredDate: 'date' };

function problemIn({ problems }: Words, field: string, code: string): string {
  if (code === 'required') return problems.required;
  if (code === 'too_long') return problems.too_long;
  return problems[SPECIAL[field] ?? 'invalid'];
}
