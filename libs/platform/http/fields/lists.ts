import type { ApiPropertyOptions } from '@nestjs/swagger';
import { arrayMaxSize, isArray } from 'class-validator';
import { type Fault, type FieldOptions, field, Read } from './field.js';
import { LARGEST_INTEGER, type RangeOptions, validateInteger } from './number.js';
import { trimmedText, validateText } from './text.js';

/** The longest list that any field accepts. */
export const MOST_ELEMENTS = 1000;

interface ListOptions extends FieldOptions {
  /** The fewest elements; none by default. */
  least?: number;
  /** An element that is given twice is a `duplicate`. */
  distinct?: boolean;
}

const REPEATED: Fault = { code: 'duplicate', message: 'Is given twice.' };

/** @returns what is wrong with a list, each fault of an element with its index; undefined if nothing is */
export function validateList(
  value: unknown,
  { least = 0, max }: { least?: number; max: number },
  validateElement: (element: unknown, index: number, all: unknown[]) => Fault | undefined,
): Fault | Fault[] | undefined {
  if (!isArray(value)) return { code: 'invalid_type', message: 'Must be an array.' };
  if (!arrayMaxSize(value, max)) return { code: 'too_long', message: `Must have at most ${max} elements.` };
  if (value.length < least) return { code: 'too_short', message: `Must have at least ${least} elements.` };
  const faults = value.flatMap((element, index) => {
    const fault = validateElement(element, index, value);
    return fault ? { ...fault, at: String(index) } : [];
  });
  return faults.length > 0 ? faults : undefined;
}

/** An array; errors name an element by its index. Duplicates are removed, or refused where it is `distinct`. */
export function list(
  { least = 0, distinct = false, ...options }: ListOptions,
  max: number,
  items: object,
  validateElement: (element: unknown) => Fault | undefined,
  parse = (element: unknown) => element,
): PropertyDecorator {
  const validate = (value: unknown) =>
    validateList(value, { least, max }, (element, index, all) =>
      distinct && all.indexOf(element) < index ? REPEATED : validateElement(element),
    );
  const read = (value: unknown) => {
    const elements = isArray(value) ? value.map(parse) : value;
    return !distinct && isArray(elements) && validate(elements) === undefined ? [...new Set(elements)] : elements;
  };
  const bounds = { maxItems: max, ...(least > 0 && { minItems: least }), ...(distinct && { uniqueItems: true }) };
  return field(options, { type: 'array', items, ...bounds } as ApiPropertyOptions, validate, Read(read));
}

/** An array of whole numbers, e.g. Region identifiers; errors name an element as `regionIDs.0`. */
export function IntegerList(options: RangeOptions & ListOptions & { most?: number } = {}): PropertyDecorator {
  const { min = 1, max = LARGEST_INTEGER, most = MOST_ELEMENTS } = options;
  const items = { type: 'integer', minimum: min, maximum: max };
  return list(options, most, items, (element) => validateInteger(element, min, max));
}

/** An array of texts, e.g. Location identifiers; errors name an element as `locationIDs.0`. */
export function TextList(options: FieldOptions & { max?: number } = {}): PropertyDecorator {
  const { max = 255 } = options;
  const validate = (element: unknown) => validateText(element, { max, required: true });
  return list(options, MOST_ELEMENTS, { type: 'string', maxLength: max }, validate, trimmedText);
}
