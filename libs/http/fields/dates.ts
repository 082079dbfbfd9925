import { type FieldOptions, field } from './field.js';
import type { Reader } from './shape.js';

const DEPARTURE = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d)|T(\d\d:\d\d:\d\d)(?:\.\d{3}Z)?)$/;
const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d{3}Z|Z)?$/;

/** Whether day and time stand in the calendar; `Date` alone would turn 30 February into 2 March. */
function exists(day: string, time: string): boolean {
  const date = new Date(`${day}T${time}Z`);
  return !Number.isNaN(date.getTime()) && day >= '0001' && date.toISOString().startsWith(`${day}T${time}`);
}

const readDeparture: Reader = (raw, path, faults) => {
  if (typeof raw !== 'string') {
    faults.add(path, 'invalid_type', 'Must be a string.');
    return undefined;
  }
  const [, day = '', plain, withT] = DEPARTURE.exec(raw) ?? [];
  if (day !== '' && exists(day, plain ?? withT ?? '')) return day;
  const forms = 'YYYY-MM-DD HH:MM:SS, YYYY-MM-DDTHH:MM:SS.sssZ or YYYY-MM-DDTHH:MM:SS';
  faults.add(path, 'invalid_format', `Must be an existing date written as ${forms}.`);
  return undefined;
};

/** The check-out date in one of exactly three forms (api-v2.md, departuredDate); gives the `YYYY-MM-DD` as written, never shifted. */
export function DepartureDate(options: FieldOptions = {}): PropertyDecorator {
  const description = 'Accepted: `YYYY-MM-DD HH:MM:SS`, `YYYY-MM-DDTHH:MM:SS.sssZ`, `YYYY-MM-DDTHH:MM:SS`. The time is ignored.';
  return field({ description, example: '2026-11-20 11:00:00', ...options }, readDeparture, { type: 'string' });
}

const readMoment: Reader = (raw, path, faults) => {
  const [, day = '', time = '', rest = 'Z'] = typeof raw === 'string' ? (MOMENT.exec(raw) ?? []) : [];
  if (typeof raw !== 'string') faults.add(path, 'invalid_type', 'Must be given once.');
  else if (day === '' || !exists(day, time)) {
    faults.add(path, 'invalid_format', 'Must be an existing moment written as YYYY-MM-DDTHH:MM:SS, …SSZ or …SS.sssZ.');
  } else return new Date(`${day}T${time}${rest}`);
  return undefined;
};

/** A bound of a time filter as a `Date`; without `Z` it is UTC (api-v2.md, Webhook monitoring; decisions.md, section 3). */
export function MomentFilter(options: FieldOptions = {}): PropertyDecorator {
  const description = '`YYYY-MM-DDTHH:MM:SSZ`, `YYYY-MM-DDTHH:MM:SS` (UTC) or `YYYY-MM-DDTHH:MM:SS.sssZ`; inclusive.';
  return field({ description, example: '2026-11-20T00:00:00Z', ...options }, readMoment, { type: 'string' });
}
