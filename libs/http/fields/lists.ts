import { listReader } from './choice.js';
import { type FieldOptions, field } from './field.js';
import { LARGEST_INTEGER, type RangeOptions, readInteger } from './number.js';
import { readText } from './text.js';

const MOST_ELEMENTS = 1000;

/** An array of whole numbers, e.g. Region identifiers; a wrong element is named `regionIDs.0`. */
export function IntegerList(options: RangeOptions = {}): PropertyDecorator {
  const { min = 1, max = LARGEST_INTEGER } = options;
  const reader = listReader((raw, path, faults) => readInteger(raw, path, faults, min, max), MOST_ELEMENTS);
  const items = { type: 'integer', minimum: min, maximum: max } as const;
  return field(options, reader, { type: 'array', items, maxItems: MOST_ELEMENTS });
}

/** An array of texts, e.g. Location identifiers; a wrong element is named `locationIDs.0`. */
export function TextList(options: FieldOptions & { max?: number } = {}): PropertyDecorator {
  const { max = 255 } = options;
  const reader = listReader((raw, path, faults) => readText(raw, path, faults, { max, required: true }), MOST_ELEMENTS);
  return field(options, reader, { type: 'array', items: { type: 'string', maxLength: max }, maxItems: MOST_ELEMENTS });
}
