import type { ApiPropertyOptions } from '@nestjs/swagger';
import { isString } from 'class-validator';
import { type Fault, type FieldOptions, field, Parsed } from './field.js';

export interface TextOptions extends FieldOptions {
  /** Maximum number of characters (code points); 255 by default (decisions.md, section 2). */
  max?: number;
  /** Minimum number of characters. */
  min?: number;
  /** Passwords are not trimmed. */
  trim?: boolean;
  /** Whether it may have several lines; by default if it may have more than 255 characters. */
  lines?: boolean;
  /** The text as it is judged and kept; by default without the blanks around it. */
  read?: (text: string) => string;
}

const SURROGATE = /\p{Cs}/u;

/** Characters that would break a line of a mail's header, a log or a terminal; texts of several lines have line breaks and tabs. */
const CONTROL = /\p{Cc}/u;
const CONTROL_BUT_LINES = /[^\P{Cc}\n\r\t]/u;

/** Nothing but characters that leave nothing to see, the empty pattern of Braille among them. */
const UNSEEN = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

const trimmed = (text: string) => text.trim();

/** Text without the blanks around it; other values as they are. */
export const trimmedText = (value: unknown) => (isString(value) ? trimmed(value) : value);

/** Lengths are in characters; NUL and lone surrogates can't be stored. Passwords, which are not trimmed, may have control characters. */
export function validateText(
  value: unknown,
  { max = 255, min = 0, required = false, trim = true, lines = max > 255 }: TextOptions,
): Fault | undefined {
  if (!isString(value)) return { code: 'invalid_type', message: 'Must be a string.' };
  if (required && (value === '' || (trim && UNSEEN.test(value)))) return { code: 'required', message: 'Must not be empty.' };
  if (isLonger(value, max)) return { code: 'too_long', message: `Must have at most ${max} characters.` };
  if (min > 0 && !isLonger(value, min - 1)) return { code: 'too_short', message: `Must have at least ${min} characters.` };
  const control = lines ? CONTROL_BUT_LINES : CONTROL;
  if (value.includes('\0') || SURROGATE.test(value) || (trim && control.test(value))) {
    const message =
      /[\n\r\t]/.test(value) && !lines
        ? 'Must be one line, without line breaks and tabs.'
        : 'Contains characters that are not allowed.';
    return { code: 'invalid_format', message };
  }
  return undefined;
}

/** In code points; class-validator's `maxLength` ignores variation selectors, which the database counts. */
function isLonger(text: string, max: number): boolean {
  return text.length > max && (text.length > 2 * max || [...text].length > max);
}

/** A field of trimmed text that must have a certain format. */
export function formed(
  options: TextOptions,
  schema: ApiPropertyOptions,
  accepts: (text: string) => boolean,
  message: string,
): PropertyDecorator {
  const validate = (value: unknown): Fault | undefined =>
    validateText(value, options) ?? (accepts(value as string) ? undefined : { code: 'invalid_format', message });
  return field(options, schema, validate, Parsed(options.read ?? trimmed));
}

/** Another system's key for a record, compared exactly; an empty text is read as null (decisions.md, section 10). */
export function ExternalID(what: string): PropertyDecorator {
  const description = `Your own key for the ${what}, unique among those that are neither deleted nor anonymized`;
  // The example can be sent repeatedly: a key would already be taken the second time.
  const options = { nullable: true, beyond: true, description, example: null };
  const read = Parsed((text) => trimmed(text) || null);
  return field(options, { type: 'string', maxLength: 255 }, (value) => validateText(value, options), read);
}

/** Text, trimmed (decisions.md, section 2). */
export function Text(options: TextOptions = {}): PropertyDecorator {
  const { max = 255, min = options.required ? 1 : 0, trim = true, read = trimmed } = options;
  const schema = { type: 'string', maxLength: max, ...(min > 0 && { minLength: min }) } as const;
  return field(options, schema, (value) => validateText(value, options), ...(trim ? [Parsed(read)] : []));
}

/** Text, trimmed, that must have a certain form. @param message what it must be */
export function FormedText(options: TextOptions, accepts: (text: string) => boolean, message: string): PropertyDecorator {
  const { max = 255, min = options.required ? 1 : 0 } = options;
  return formed(options, { type: 'string', maxLength: max, ...(min > 0 && { minLength: min }) }, accepts, message);
}
