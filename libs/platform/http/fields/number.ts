import { isBoolean, isInt, isNumber, max as notAbove, min as notBelow } from 'class-validator';
import { type Fault, type FieldOptions, field } from './field.js';

/** The largest identifier and the largest integer in records. */
export const LARGEST_INTEGER = 2_147_483_647;

export interface RangeOptions extends FieldOptions {
  min?: number;
  max?: number;
}

/** JSON's `1e999` is parsed as Infinity: a number out of range. */
const isAnyNumber = (value: unknown): value is number => isNumber(value, { allowInfinity: true });

/** A whole number from `min` to `max`, both inclusive. @returns what is wrong; undefined if nothing is */
export function validateInteger(value: unknown, min: number, max: number): Fault | undefined {
  if (!isAnyNumber(value) || (Number.isFinite(value) && !isInt(value))) {
    return { code: 'invalid_type', message: 'Must be a whole number.' };
  }
  if (notBelow(value, min) && notAbove(value, max)) return undefined;
  return { code: 'out_of_range', message: `Must be from ${min} to ${max}.` };
}

/** A JSON integer; `"1"` is not accepted. */
export function Integer(options: RangeOptions = {}): PropertyDecorator {
  const { min = 0, max = LARGEST_INTEGER } = options;
  const schema = { type: 'integer', minimum: min, maximum: max } as const;
  return field(options, schema, (value) => validateInteger(value, min, max));
}

/** A JSON number: above 0 unless `min` is given (decisions.md, section 2, dimensions). */
export function Decimal(options: RangeOptions = {}): PropertyDecorator {
  const { min, max = LARGEST_INTEGER } = options;
  const validate = (value: unknown): Fault | undefined => {
    if (!isAnyNumber(value)) return { code: 'invalid_type', message: 'Must be a number.' };
    if ((min === undefined ? value > 0 : value >= min) && notAbove(value, max)) return undefined;
    const bound = min === undefined ? 'above 0' : `at least ${min}`;
    return { code: 'out_of_range', message: `Must be ${bound} and at most ${max}.` };
  };
  const exclusiveMinimum = min === undefined;
  return field(options, { type: 'number', minimum: min ?? 0, exclusiveMinimum, maximum: max }, validate);
}

/** @returns what is wrong with what should be a JSON boolean; undefined if nothing is */
export function validateFlag(value: unknown): Fault | undefined {
  return isBoolean(value) ? undefined : { code: 'invalid_type', message: 'Must be true or false.' };
}

/** A JSON boolean. */
export function Flag(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'boolean' }, validateFlag);
}
