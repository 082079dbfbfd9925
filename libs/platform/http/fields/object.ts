import { isObject } from 'class-validator';
import { type Fault, type FieldOptions, field } from './field.js';
import { validateText } from './text.js';

const isPlainObject = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value);
const NO_OBJECT: Fault = { code: 'invalid_type', message: 'Must be an object.' };

/** An object with fields that depend on something else, such as settings on their provider: they are judged where that is known. */
export function AnyObject(options: FieldOptions = {}): PropertyDecorator {
  const schema = { type: 'object', additionalProperties: true } as const;
  return field(options, schema, (value) => (isPlainObject(value) ? undefined : NO_OBJECT));
}

/** Entries of a map at most: what has more is no body of ours. */
const MOST = 200;

/** An object with texts by names that others give, such as `{ "<service>": "demo:1" }`; errors name an entry as `services.<name>`. */
export function TextMap({ max = 255, ...options }: FieldOptions & { max?: number } = {}): PropertyDecorator {
  const schema = { type: 'object', additionalProperties: { type: 'string', minLength: 1, maxLength: max } } as const;
  return field(options, schema, (value) => {
    if (!isPlainObject(value)) return NO_OBJECT;
    const entries = Object.entries(value);
    if (entries.length > MOST) return { code: 'too_long', message: `Must have at most ${MOST} entries.` };
    const faults = entries.flatMap(([name, text]): Fault[] => {
      if (!/^[\x21-\x7e]{1,100}$/.test(name))
        return [{ at: name.slice(0, 100), code: 'not_allowed', message: 'Is no name for an entry.' }];
      const fault = validateText(text, { max, required: true });
      return fault ? [{ ...fault, at: name }] : [];
    });
    return faults.length > 0 ? faults : undefined;
  });
}
