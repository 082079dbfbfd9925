import { isBoolean, isInt, isNumber, max as notAbove, min as notBelow } from 'class-validator';
import { type Fault, type FieldOptions, field } from './field.js';

/** Largest identifier and largest plain integer the records hold. */
export const LARGEST_INTEGER = 2_147_483_647;

export interface RangeOptions extends FieldOptions {
  min?: number;
  max?: number;
}

export interface DecimalOptions extends FieldOptions {
  /** Smallest value that is too small; 0 when neither bound is given. */
  above?: number;
  /** Smallest value that is allowed. */
  min?: number;
  max?: number;
}

/** JSON's `1e999` is read as infinite: a number out of range. */
const isAnyNumber = (value: unknown): value is number => isNumber(value, { allowInfinity: true });

export function judgeInteger(value: unknown, min: number, max: number): Fault | undefined {
  if (!isAnyNumber(value) || (Number.isFinite(value) && !isInt(value))) {
    return { code: 'invalid_type', message: 'Must be a whole number.' };
  }
  if (notBelow(value, min) && notAbove(value, max)) return undefined;
  return { code: 'out_of_range', message: `Must be from ${min} to ${max}.` };
}

/** A whole JSON number; `"1"` is none. */
export function Integer(options: RangeOptions = {}): PropertyDecorator {
  const { min = 0, max = LARGEST_INTEGER } = options;
  const schema = { type: 'integer', minimum: min, maximum: max } as const;
  return field(options, schema, (value) => judgeInteger(value, min, max));
}

/** A JSON number above or from a bound (decisions.md, section 2, dimensions). */
export function Decimal(options: DecimalOptions = {}): PropertyDecorator {
  const { min, above = 0, max = LARGEST_INTEGER } = options;
  const judge = (value: unknown): Fault | undefined => {
    if (!isAnyNumber(value)) return { code: 'invalid_type', message: 'Must be a number.' };
    if ((min === undefined ? value > above : value >= min) && notAbove(value, max)) return undefined;
    const bound = min === undefined ? `above ${above}` : `from ${min}`;
    return { code: 'out_of_range', message: `Must be ${bound} and at most ${max}.` };
  };
  const exclusiveMinimum = min === undefined;
  return field(options, { type: 'number', minimum: min ?? above, exclusiveMinimum, maximum: max }, judge);
}

export function judgeFlag(value: unknown): Fault | undefined {
  return isBoolean(value) ? undefined : { code: 'invalid_type', message: 'Must be true or false.' };
}

/** A JSON boolean. */
export function Flag(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'boolean' }, judgeFlag);
}
