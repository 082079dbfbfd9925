import { type FieldOptions, field } from './field.js';
import { LARGEST_INTEGER, type RangeOptions } from './number.js';

export interface QueryIntegerOptions extends RangeOptions {
  /** Greater values are taken as `max` instead of refused (a page past the end is an empty array). */
  clamp?: boolean;
}

/** A whole number in a query string; a repeated or non-numeric one is `invalid_type`. */
export function QueryInteger(options: QueryIntegerOptions = {}): PropertyDecorator {
  const { min = 0, max = LARGEST_INTEGER, clamp = false } = options;
  return field(
    options,
    (raw, path, faults) => {
      if (typeof raw !== 'string' || !/^-?\d+$/.test(raw)) {
        faults.add(path, 'invalid_type', 'Must be one whole number.');
        return undefined;
      }
      const number = Number(raw);
      if (clamp && number > max) return max;
      if (number >= min && number <= max) return number;
      faults.add(path, 'out_of_range', `Must be from ${min}${clamp ? '' : ` to ${max}`}.`);
      return undefined;
    },
    { type: 'integer', minimum: min, ...(!clamp && { maximum: max }) },
  );
}

/** `true` or `false` in a query string. */
export function QueryFlag(options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    (raw, path, faults) => {
      if (raw === 'true' || raw === 'false') return raw === 'true';
      faults.add(path, 'invalid_type', 'Must be true or false, given once.');
      return undefined;
    },
    { type: 'boolean' },
  );
}
