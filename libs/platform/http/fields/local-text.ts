import type { ApiPropertyOptions } from '@nestjs/swagger';
import { isObject } from 'class-validator';
import { beginningOf } from '#platform/kernel';
import { type Fault, type FieldOptions, field, Read } from './field.js';
import { trimmedText, validateText } from './text.js';

const LANGUAGE = /^[a-z]{2}(-[A-Z]{2})?$/;
const MOST_LANGUAGES = 50;
const TEXT = { min: 1, max: 255, lines: true } as const;

/** How such a text is documented. */
const LOCAL_TEXT_SCHEMA = {
  oneOf: [
    { type: 'string', minLength: 1, maxLength: TEXT.max },
    {
      type: 'object',
      minProperties: 1,
      maxProperties: MOST_LANGUAGES,
      additionalProperties: { type: 'string', minLength: 1, maxLength: TEXT.max },
    },
  ],
};

/** A text for everybody, or one for each language by its code; errors name a language as `note.de`. */
export function LocalText(options: FieldOptions = {}): PropertyDecorator {
  const read = (value: unknown) => {
    if (!isObject(value) || Array.isArray(value)) return trimmedText(value);
    return Object.fromEntries(Object.entries(value).map(([code, text]) => [code, trimmedText(text)]));
  };
  return field(options, LOCAL_TEXT_SCHEMA as ApiPropertyOptions, validate, Read(read));
}

function validate(value: unknown): Fault | Fault[] | undefined {
  if (typeof value === 'string') return validateText(value, TEXT);
  if (!isObject(value) || Array.isArray(value))
    return { code: 'invalid_type', message: 'Must be a string, or an object of strings.' };
  const entries = Object.entries(value);
  if (entries.length === 0) return { code: 'too_short', message: 'Must have at least one language.' };
  if (entries.length > MOST_LANGUAGES) return { code: 'too_long', message: `Must have at most ${MOST_LANGUAGES} languages.` };
  const faults = entries.flatMap(([at, text]): Fault[] => {
    const fault: Fault | undefined = LANGUAGE.test(at)
      ? validateText(text, TEXT)
      : { code: 'not_allowed', message: 'Must be a language code, such as en or pt-BR.' };
    return fault ? [{ ...fault, at: beginningOf(at, 100) }] : [];
  });
  return faults.length > 0 ? faults : undefined;
}
