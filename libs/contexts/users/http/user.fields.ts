import { type FieldOptions, Text } from '#platform/http';

/** A username (decisions.md, section 5). */
export function Username(options: FieldOptions = {}): PropertyDecorator {
  return Text({ min: 1, description: 'Login name, unique across the service regardless of case', example: 'sanne', ...options });
}

/** A password: 10 to 200 characters, as written (decisions.md, section 5); whether it is easy to guess is judged where it is set. */
export function Password(options: FieldOptions = {}): PropertyDecorator {
  return Text({
    min: 10,
    max: 200,
    trim: false,
    description: 'Password; surrounding spaces are kept. One that is easy to guess is refused as `too_weak`',
    example: 'correct horse battery',
    ...options,
  });
}
