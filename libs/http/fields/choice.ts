import { type FieldOptions, field } from './field.js';
import type { Reader } from './shape.js';

function readChoice(values: readonly string[]): Reader {
  const known = new Set(values);
  return (raw, path, faults) => {
    if (typeof raw !== 'string') faults.add(path, 'invalid_type', 'Must be a string.');
    else if (!known.has(raw)) {
      faults.add(path, 'not_allowed', values.length > 30 ? 'Is not in the list.' : `Must be one of ${values.join(', ')}.`);
    } else return raw;
    return undefined;
  };
}

/** One of the given values, written exactly so. */
export function Choice(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return field(options, readChoice(values), { type: 'string', enum: [...new Set(values)] });
}

/** An alpha-2 code of the countries list, upper case (decisions.md, section 2). Takes the list: this library knows no context. */
export function CountryCode(codes: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return field({ example: 'NL', ...options }, readChoice(codes), { type: 'string', minLength: 2, maxLength: 2 });
}

/** An array of identifiers from a list, e.g. colors; a wrong element is named `colors.0`, repeated ones are kept once. */
export function Codes(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return field(options, listReader(readChoice(values), 100), {
    type: 'array',
    items: { type: 'string', enum: [...values] },
    maxItems: 100,
  });
}

/** Reads an array element by element; repeated elements are kept once. */
export function listReader(element: Reader, max: number): Reader {
  return (raw, path, faults) => {
    if (!Array.isArray(raw)) {
      faults.add(path, 'invalid_type', 'Must be an array.');
      return undefined;
    }
    if (raw.length > max) {
      faults.add(path, 'too_long', `Must have at most ${max} elements.`);
      return undefined;
    }
    return [...new Set(raw.map((item, index) => element(item, `${path}.${index}`, faults)))];
  };
}
