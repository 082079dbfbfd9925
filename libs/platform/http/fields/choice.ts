import { isIn, isString } from 'class-validator';
import { type Fault, type FieldOptions, field } from './field.js';
import { list } from './lists.js';

function judgeChoice(value: unknown, values: readonly string[]): Fault | undefined {
  if (!isString(value)) return { code: 'invalid_type', message: 'Must be a string.' };
  if (isIn(value, values)) return undefined;
  return { code: 'not_allowed', message: values.length > 30 ? 'Is not in the list.' : `Must be one of ${values.join(', ')}.` };
}

/** One of the given values, written exactly so. */
export function Choice(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'string', enum: [...new Set(values)] }, (value) => judgeChoice(value, values));
}

/** An alpha-2 code of the countries list, upper case (decisions.md, section 2). Takes the list: this library knows no context. */
export function CountryCode(codes: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  const schema = { type: 'string', minLength: 2, maxLength: 2 } as const;
  return field({ example: 'NL', ...options }, schema, (value) => judgeChoice(value, codes));
}

/** An array of identifiers from a list, e.g. colors; a wrong element is named `colors.0`, repeated ones are kept once. */
export function Codes(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return list(options, 100, { type: 'string', enum: [...values] }, (element) => judgeChoice(element, values));
}
