import { type FieldOptions, field, Parsed } from './field.js';
import { LARGEST_INTEGER, type RangeOptions, validateFlag, validateInteger } from './number.js';

export interface QueryIntegerOptions extends RangeOptions {
  /** Greater values are read as `max` instead of being rejected (a page past the end is an empty array). */
  clamp?: boolean;
}

/** A whole number in a query string; a repeated or non-numeric one is `invalid_type`. */
export function QueryInteger(options: QueryIntegerOptions = {}): PropertyDecorator {
  const { min = 0, max = LARGEST_INTEGER, clamp = false } = options;
  const parse = (text: string) => {
    if (!/^-?\d+$/.test(text)) return text;
    return clamp ? Math.min(Number(text), max) : Number(text);
  };
  const schema = { type: 'integer', minimum: min, maximum: clamp ? Number.MAX_SAFE_INTEGER : max } as const;
  return field(options, schema, (value) => validateInteger(value, min, max), Parsed(parse));
}

/** `true` or `false` in a query string. */
export function QueryFlag(options: FieldOptions = {}): PropertyDecorator {
  const parse = (text: string) => (text === 'true' || text === 'false' ? text === 'true' : text);
  return field(options, { type: 'boolean' }, validateFlag, Parsed(parse));
}
