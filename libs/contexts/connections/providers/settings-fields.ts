import { type FieldOptions, FormedText } from '#platform/http';

/** A key, token or name that a provider gives: visible ASCII, so that it can stand in a header. */
export function Key(options: FieldOptions): PropertyDecorator {
  const rule = { ...options, max: 1_000, lines: false };
  return FormedText(rule, (text) => /^[\x21-\x7e]+$/.test(text), 'Must be letters, digits and signs, without blanks.');
}
