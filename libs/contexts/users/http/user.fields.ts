import { type FieldOptions, FormedText, Text } from '#platform/http';
import { isPlainName } from './plain-name.js';

/** A username (decisions.md, section 5). */
export function Username(options: FieldOptions = {}): PropertyDecorator {
  const described = { description: 'Login name, unique across the service regardless of case', example: 'sanne', ...options };
  return FormedText({ min: 1, ...described }, isPlainName, 'Must not mix alphabets or contain invisible characters.');
}

/** A password: 10 to 200 characters, as written (decisions.md, section 5); whether it is easy to guess is judged where it is set. */
export function Password(options: FieldOptions = {}): PropertyDecorator {
  return Text({
    min: 10,
    max: 200,
    trim: false,
    lines: true,
    description: 'Password; surrounding spaces are kept. One that is easy to guess is refused as `too_weak`',
    example: 'correct horse battery',
    ...options,
  });
}
