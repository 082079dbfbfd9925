import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { arrayMaxSize, isArray } from 'class-validator';
import { type Fault, type FieldOptions, field } from './field.js';
import { judgeInteger, LARGEST_INTEGER, type RangeOptions } from './number.js';
import { judgeText, trimmed } from './text.js';

/** The longest list that any field takes. */
export const MOST_ELEMENTS = 1000;

/** An array whose wrong elements are named by their place; of repeated elements one is kept. */
export function list(
  options: FieldOptions,
  max: number,
  items: object,
  judgeElement: (element: unknown) => Fault | undefined,
  parse = (element: unknown) => element,
): PropertyDecorator {
  const judge = (value: unknown): Fault | Fault[] | undefined => {
    if (!isArray(value)) return { code: 'invalid_type', message: 'Must be an array.' };
    if (!arrayMaxSize(value, max)) return { code: 'too_long', message: `Must have at most ${max} elements.` };
    const faults = value.flatMap((element, index) => {
      const fault = judgeElement(element);
      return fault ? { ...fault, at: String(index) } : [];
    });
    return faults.length > 0 ? faults : undefined;
  };
  const read = (value: unknown) => {
    const elements = isArray(value) ? value.map(parse) : value;
    return isArray(elements) && judge(elements) === undefined ? [...new Set(elements)] : elements;
  };
  const schema = { type: 'array', items, maxItems: max } as ApiPropertyOptions;
  return field(
    options,
    schema,
    judge,
    Transform(({ value }) => read(value)),
  );
}

/** An array of whole numbers, e.g. Region identifiers; a wrong element is named `regionIDs.0`. */
export function IntegerList(options: RangeOptions = {}): PropertyDecorator {
  const { min = 1, max = LARGEST_INTEGER } = options;
  const items = { type: 'integer', minimum: min, maximum: max };
  return list(options, MOST_ELEMENTS, items, (element) => judgeInteger(element, min, max));
}

/** An array of texts, e.g. Location identifiers; a wrong element is named `locationIDs.0`. */
export function TextList(options: FieldOptions & { max?: number } = {}): PropertyDecorator {
  const { max = 255 } = options;
  const judge = (element: unknown) => judgeText(element, { max, required: true });
  const parse = (element: unknown) => (typeof element === 'string' ? trimmed(element) : element);
  return list(options, MOST_ELEMENTS, { type: 'string', maxLength: max }, judge, parse);
}
