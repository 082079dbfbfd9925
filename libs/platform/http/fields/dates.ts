import { isDate, isString } from 'class-validator';
import { type FieldOptions, field, Parsed, type Validator } from './field.js';

const DEPARTURE = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d)|T(\d\d:\d\d:\d\d)(?:\.\d{3}Z)?)?$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** RFC 3339, also as PostgreSQL writes it: a space, and offsets of whole hours. */
const MOMENT = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-](?:[01]\d|2[0-3])(?::[0-5]\d)?)?$/;

/** Characters of a moment at most, whatever the digits of its second. */
const LONGEST = 64;

/** Replaces a text that could not be parsed, so that it is not mistaken for a parsed one. */
const MALFORMED = Symbol('malformed');

/** Replaces a day that no hotel's guest has: mostly a year of another calendar. */
const IMPLAUSIBLE = Symbol('implausible');

/** The first year, and how many years ahead is the last (decisions.md, section 2, departuredDate). */
const [FIRST_YEAR, AHEAD] = [1970, 10];

const plausible = (day: string) => {
  const year = Number(day.slice(0, 4));
  return year >= FIRST_YEAR && year <= new Date().getUTCFullYear() + AHEAD ? day : IMPLAUSIBLE;
};

/** A field of text that is parsed. @param message what the text must be */
function parsed(
  options: FieldOptions,
  schema: { format?: string; maxLength: number },
  parse: (text: string) => string | Date | symbol,
  isParsed: (value: unknown) => boolean,
  message: string,
): PropertyDecorator {
  const validate: Validator = (value) => {
    if (value === MALFORMED) return { code: 'invalid_format', message };
    if (value === IMPLAUSIBLE) return { code: 'out_of_range', message: `Must be from ${FIRST_YEAR} to ${AHEAD} years ahead.` };
    return isParsed(value) ? undefined : { code: 'invalid_type', message: 'Must be a string, given once.' };
  };
  return field(options, { type: 'string', ...schema }, validate, Parsed(parse));
}

/** Whether day and time exist; `Date` alone would turn 30 February into 2 March. */
function exists(day: string, time: string): boolean {
  const date = new Date(`${day}T${time}Z`);
  return !Number.isNaN(date.getTime()) && day >= '0001' && date.toISOString().startsWith(`${day}T${time}`);
}

function parseDeparture(text: string): string | symbol {
  const [, day = '', plain, withT] = DEPARTURE.exec(text) ?? [];
  return day !== '' && exists(day, plain ?? withT ?? '00:00:00') ? plausible(day) : MALFORMED;
}

/**
 * The check-out date in one of three forms (api-v2.md, departuredDate) or bare (decisions.md, section 2), read as `YYYY-MM-DD` as written,
 * without time zone conversion.
 */
export function DepartureDate(options: FieldOptions = {}): PropertyDecorator {
  const description =
    'Accepted: `YYYY-MM-DD HH:MM:SS`, `YYYY-MM-DDTHH:MM:SS.sssZ`, `YYYY-MM-DDTHH:MM:SS`, `YYYY-MM-DD`. The time is ignored.';
  const forms = 'YYYY-MM-DD HH:MM:SS, YYYY-MM-DDTHH:MM:SS.sssZ, YYYY-MM-DDTHH:MM:SS or YYYY-MM-DD';
  const described = { description, example: '2026-11-20 11:00:00', ...options };
  return parsed(described, { maxLength: 24 }, parseDeparture, isString, `Must be an existing date written as ${forms}.`);
}

/** The moment of its day that a bare date means. */
type Bound = 'start' | 'end';

const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

function parseMoment(text: string, bound: Bound): Date | symbol {
  if (DATE.test(text)) {
    return exists(text, '00:00:00') ? new Date(`${text}T${bound === 'start' ? '00:00:00.000Z' : '23:59:59.999Z'}`) : MALFORMED;
  }
  const [, day = '', time = '', fraction = '', zone = 'Z'] = MOMENT.exec(text) ?? [];
  if (day === '' || text.length > LONGEST || !exists(day, time)) return MALFORMED;
  const moment = new Date(`${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}${whole(zone)}`);
  // An offset may lead out of the years that PostgreSQL and ISO 8601 write alike.
  return moment.getTime() >= EARLIEST && moment.getTime() <= LATEST ? moment : MALFORMED;
}

/** The offset with its minutes. */
const whole = (zone: string) => (zone.length === 3 ? `${zone}:00` : zone.toUpperCase());

const NO_MOMENT = 'Must be an existing moment in RFC 3339, as YYYY-MM-DD HH:MM:SS, or as YYYY-MM-DD.';
const FORMS = 'RFC 3339 with `Z` or an offset, `YYYY-MM-DD HH:MM:SS` (UTC), with fractions of a second or without, or a date:';
const DAY_END: Record<Bound, string> = { start: 'its first moment (UTC)', end: 'its last moment (UTC)' };

/**
 * A moment, or a day that stands for its first or last one, as a `Date` (decisions.md, section 10, Times in queries); also
 * `YYYY-MM-DDTHH:MM:SS`, which is UTC (api-v2.md, Webhook monitoring). Fractions beyond milliseconds are cut off.
 * @param bound whether a bare date is its first moment or its last
 */
export function MomentOrDay(bound: Bound, options: FieldOptions = {}): PropertyDecorator {
  const { description = 'Inclusive.' } = options;
  const described = { example: '2026-11-20T00:00:00Z', ...options, description: `${description} ${FORMS} ${DAY_END[bound]}.` };
  // In a query a plus that is not escaped is a space.
  const parse = (text: string) => parseMoment(text.replace(/(T[\d:.]+) (?=\d\d:\d\d$)/, '$1+'), bound);
  return parsed(described, { maxLength: LONGEST }, parse, isDate, NO_MOMENT);
}

const parseDay = (text: string) => (DATE.test(text) && exists(text, '00:00:00') ? text : MALFORMED);

function day(options: FieldOptions, parse: (text: string) => string | symbol): PropertyDecorator {
  const described = { example: '2026-11-20', ...options };
  return parsed(described, { format: 'date', maxLength: 10 }, parse, isString, 'Must be an existing date written as YYYY-MM-DD.');
}

/** A bound of a filter by date, `YYYY-MM-DD`. */
export function DateFilter(options: FieldOptions = {}): PropertyDecorator {
  return day(options, parseDay);
}

/** A day that a guest arrives or leaves, `YYYY-MM-DD`: from 1970 to ten years ahead (decisions.md, section 2, departuredDate). */
export function Day(options: FieldOptions = {}): PropertyDecorator {
  return day(options, (text) => {
    const parsedDay = parseDay(text);
    return typeof parsedDay === 'symbol' ? parsedDay : plausible(parsedDay);
  });
}

/** A moment in RFC 3339, with `Z` or an offset, as a `Date`. */
export function Moment(options: FieldOptions = {}): PropertyDecorator {
  const { description = '' } = options;
  const described = { ...options, description: `${description}. RFC 3339 with \`Z\` or an offset` };
  const parse = (text: string) => (MOMENT.exec(text)?.[4] ? parseMoment(text, 'start') : MALFORMED);
  const schema = { format: 'date-time', maxLength: LONGEST };
  return parsed(described, schema, parse, isDate, 'Must be an existing moment in RFC 3339, with Z or an offset.');
}

/** The same moment in RFC 3339, with the offset that it was written with, if any: its first ten characters are the date as written. */
function parseWritten(text: string): string | symbol {
  const moment = parseMoment(text, 'start');
  if (typeof moment === 'symbol') return moment;
  if (moment.getTime() < 0) return IMPLAUSIBLE;
  const [utc, zone] = [moment.toISOString(), MOMENT.exec(text)?.[4]];
  if (zone === undefined) return utc.slice(0, -1);
  return /z/i.test(zone) ? utc : `${text.slice(0, 10)}T${text.slice(11, 19)}${utc.slice(19, 23)}${whole(zone)}`;
}

/**
 * A moment from 1970 on in any form that a time filter takes, as text in RFC 3339 that keeps the date as it is written, and no offset
 * where none is.
 */
export function WrittenMoment(options: FieldOptions = {}): PropertyDecorator {
  const description = `${options.description}. ${FORMS} ${DAY_END.start}`;
  const described = { example: '2026-11-20T09:30:00+01:00', ...options, description };
  return parsed(described, { maxLength: LONGEST }, parseWritten, isString, NO_MOMENT);
}
