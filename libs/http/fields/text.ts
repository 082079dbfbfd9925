import { type FieldOptions, field } from './field.js';
import type { Faults, Reader } from './shape.js';

export interface TextOptions extends FieldOptions {
  /** Most characters (code points); 255 unless said otherwise (decisions.md, section 2). */
  max?: number;
  /** Fewest characters. */
  min?: number;
  /** Passwords are not trimmed. */
  trim?: boolean;
}

const SURROGATE = /\p{Cs}/u;

/** Reads text; undefined after a fault. Lengths count characters; NUL and lone surrogates can't be stored. */
export function readText(raw: unknown, path: string, faults: Faults, options: TextOptions = {}): string | undefined {
  const { max = 255, min = 0, trim = true, required = false } = options;
  if (typeof raw !== 'string') {
    faults.add(path, 'invalid_type', 'Must be a string.');
    return undefined;
  }
  const text = trim ? raw.trim() : raw;
  if (text === '' && required) {
    faults.add(path, 'required', 'Must not be empty.');
  } else if (text.length > max && (text.length > 2 * max || characters(text) > max)) {
    faults.add(path, 'too_long', `Must have at most ${max} characters.`);
  } else if (min > 0 && characters(text) < min) {
    faults.add(path, 'too_short', `Must have at least ${min} characters.`);
  } else if (text.includes('\0') || SURROGATE.test(text)) {
    faults.add(path, 'invalid_format', 'Contains characters that are not allowed.');
  } else {
    return text;
  }
  return undefined;
}

function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** A text that must also have a form; `accepts` sees the trimmed text. */
export function formedText(options: TextOptions, accepts: (text: string) => boolean, message: string): Reader {
  return (raw, path, faults) => {
    const text = readText(raw, path, faults, options);
    if (text === undefined || accepts(text)) return text;
    faults.add(path, 'invalid_format', message);
    return undefined;
  };
}

/** Text, trimmed (decisions.md, section 2). */
export function Text(options: TextOptions = {}): PropertyDecorator {
  const { max = 255, min = options.required ? 1 : 0 } = options;
  const schema = { type: 'string', maxLength: max, ...(min > 0 && { minLength: min }) } as const;
  return field(options, (raw, path, faults) => readText(raw, path, faults, options), schema);
}
