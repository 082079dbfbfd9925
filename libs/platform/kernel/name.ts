import { ValidationFailed } from './domain-error.js';

/** A display name, trimmed: 1 to 255 characters (decisions.md, section 2). @throws ValidationFailed naming the field */
export function checkedName(field: string, text: string): string {
  const name = text.trim();
  const length = [...name].length;
  if (length === 0) throw new ValidationFailed([{ field, code: 'required', message: 'Must not be empty.' }]);
  if (length > 255) throw new ValidationFailed([{ field, code: 'too_long', message: 'Must have at most 255 characters.' }]);
  if (/\p{Cc}/u.test(name)) throw new ValidationFailed([{ field, code: 'invalid_format', message: 'Must be one line.' }]);
  return name;
}
