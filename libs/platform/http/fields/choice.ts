import type { ApiPropertyOptions } from '@nestjs/swagger';
import { isIn, isString } from 'class-validator';
import { type Fault, type FieldOptions, field, Parsed, Read } from './field.js';
import { list } from './lists.js';

function validateChoice(value: unknown, values: readonly string[]): Fault | undefined {
  if (!isString(value)) return { code: 'invalid_type', message: 'Must be a string.' };
  if (isIn(value, values)) return undefined;
  return {
    code: 'not_allowed',
    message:
      values.length > 30
        ? `Must be one of ${values.length} values such as ${values.slice(0, 3).join(', ')}.`
        : `Must be one of ${values.join(', ')}.`,
  };
}

/** Exactly one of the given values; a list that is completed before it is used is documented and checked as it is then. */
export function Choice(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'string', enum: values }, (value) => validateChoice(value, values));
}

/** One or more of the given values in a query string, separated by commas or repeated; read as an array without duplicates. */
export function Choices(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  const read = (given: unknown) =>
    given === undefined ? undefined : [...new Set([given].flat().flatMap((part) => (isString(part) ? part.split(',') : [part])))];
  const validate = (given: unknown) =>
    (given as unknown[]).map((value) => validateChoice(value, values)).find((fault) => fault !== undefined);
  const schema = { type: 'array', items: { type: 'string', enum: [...values] }, minItems: 1, maxItems: values.length };
  return field(options, schema as ApiPropertyOptions, validate, Read(read));
}

/** An alpha-2 code of the countries list, upper case (decisions.md, section 2). The list is a parameter: the platform knows no context. */
export function CountryCode(codes: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  const schema = { type: 'string', minLength: 2, maxLength: 2 } as const;
  return field({ example: 'NL', ...options }, schema, (value) => validateChoice(value, codes));
}

/** More characters than any name of the tz database has. */
const LONGEST_ZONE = 64;

/** A name of a time zone, read in its canonical form. @param canonical that form of a name, or null: the platform knows no list */
export function TimeZone(canonical: (name: string) => string | null, options: FieldOptions = {}): PropertyDecorator {
  const validate = (value: unknown): Fault | undefined => {
    if (!isString(value)) return { code: 'invalid_type', message: 'Must be a string.' };
    if (canonical(value) !== null) return undefined;
    return { code: 'not_allowed', message: 'Must be a time zone of the tz database, such as Europe/Amsterdam; no offset.' };
  };
  return field(
    options,
    { type: 'string', maxLength: LONGEST_ZONE },
    validate,
    Parsed((text) => canonical(text) ?? text),
  );
}

/** An array of identifiers from a list, e.g. colors; errors name an element as `colors.0`, duplicates are removed. */
export function Codes(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return list(options, 100, { type: 'string', enum: values }, (element) => validateChoice(element, values));
}
