import { isDate, isString } from 'class-validator';
import { type FieldOptions, field, Parsed, type Validator } from './field.js';

const DEPARTURE = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d)|T(\d\d:\d\d:\d\d)(?:\.\d{3}Z)?)$/;
const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d{3}Z|Z)?$/;

/** Replaces a text that could not be parsed, so that it is not mistaken for a parsed one. */
const MALFORMED = Symbol('malformed');

function validateParsed(isParsed: (value: unknown) => boolean, message: string): Validator {
  return (value) => {
    if (value === MALFORMED) return { code: 'invalid_format', message };
    return isParsed(value) ? undefined : { code: 'invalid_type', message: 'Must be a string, given once.' };
  };
}

/** Whether day and time exist; `Date` alone would turn 30 February into 2 March. */
function exists(day: string, time: string): boolean {
  const date = new Date(`${day}T${time}Z`);
  return !Number.isNaN(date.getTime()) && day >= '0001' && date.toISOString().startsWith(`${day}T${time}`);
}

function parseDeparture(text: string): string | symbol {
  const [, day = '', plain, withT] = DEPARTURE.exec(text) ?? [];
  return day !== '' && exists(day, plain ?? withT ?? '') ? day : MALFORMED;
}

/** The check-out date in one of exactly three forms (api-v2.md, departuredDate); read as `YYYY-MM-DD` as written, without time zone conversion. */
export function DepartureDate(options: FieldOptions = {}): PropertyDecorator {
  const description = 'Accepted: `YYYY-MM-DD HH:MM:SS`, `YYYY-MM-DDTHH:MM:SS.sssZ`, `YYYY-MM-DDTHH:MM:SS`. The time is ignored.';
  const forms = 'YYYY-MM-DD HH:MM:SS, YYYY-MM-DDTHH:MM:SS.sssZ or YYYY-MM-DDTHH:MM:SS';
  const described = { description, example: '2026-11-20 11:00:00', ...options };
  const validate = validateParsed(isString, `Must be an existing date written as ${forms}.`);
  return field(described, { type: 'string' }, validate, Parsed(parseDeparture));
}

function parseMoment(text: string): Date | symbol {
  const [, day = '', time = '', rest = 'Z'] = MOMENT.exec(text) ?? [];
  return day !== '' && exists(day, time) ? new Date(`${day}T${time}${rest}`) : MALFORMED;
}

/** A bound of a time filter as a `Date`; without `Z` it is UTC (api-v2.md, Webhook monitoring; decisions.md, section 3). */
export function MomentFilter(options: FieldOptions = {}): PropertyDecorator {
  const description = '`YYYY-MM-DDTHH:MM:SSZ`, `YYYY-MM-DDTHH:MM:SS` (UTC) or `YYYY-MM-DDTHH:MM:SS.sssZ`; inclusive.';
  const described = { description, example: '2026-11-20T00:00:00Z', ...options };
  const validate = validateParsed(isDate, 'Must be an existing moment written as YYYY-MM-DDTHH:MM:SS, …SSZ or …SS.sssZ.');
  return field(described, { type: 'string' }, validate, Parsed(parseMoment));
}
