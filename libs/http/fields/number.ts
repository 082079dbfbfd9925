import { type FieldOptions, field } from './field.js';
import type { Faults } from './shape.js';

/** Largest identifier and largest plain integer the records hold. */
export const LARGEST_INTEGER = 2_147_483_647;

export interface RangeOptions extends FieldOptions {
  min?: number;
  max?: number;
}

export interface DecimalOptions extends FieldOptions {
  /** Smallest value that is too small. */
  above?: number;
  max?: number;
}

export function readInteger(raw: unknown, path: string, faults: Faults, min: number, max: number): number | undefined {
  if (typeof raw !== 'number') faults.add(path, 'invalid_type', 'Must be a number.');
  else if (Number.isFinite(raw) && !Number.isInteger(raw)) faults.add(path, 'invalid_type', 'Must be a whole number.');
  else if (raw < min || raw > max) faults.add(path, 'out_of_range', `Must be from ${min} to ${max}.`);
  else return raw;
  return undefined;
}

/** A whole JSON number; `"1"` is none. */
export function Integer(options: RangeOptions = {}): PropertyDecorator {
  const { min = 0, max = LARGEST_INTEGER } = options;
  const schema = { type: 'integer', minimum: min, maximum: max } as const;
  return field(options, (raw, path, faults) => readInteger(raw, path, faults, min, max), schema);
}

/** A JSON number above a bound (decisions.md, section 2, dimensions). */
export function Decimal(options: DecimalOptions = {}): PropertyDecorator {
  const { above = 0, max = LARGEST_INTEGER } = options;
  return field(
    options,
    (raw, path, faults) => {
      if (typeof raw !== 'number') faults.add(path, 'invalid_type', 'Must be a number.');
      else if (raw <= above || raw > max) faults.add(path, 'out_of_range', `Must be above ${above} and at most ${max}.`);
      else return raw;
      return undefined;
    },
    { type: 'number', minimum: above, exclusiveMinimum: true, maximum: max },
  );
}

/** A JSON boolean. */
export function Flag(options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    (raw, path, faults) => {
      if (typeof raw === 'boolean') return raw;
      faults.add(path, 'invalid_type', 'Must be true or false.');
      return undefined;
    },
    { type: 'boolean' },
  );
}
