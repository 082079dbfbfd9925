import { MOST_ELEMENTS } from './lists.js';

/** Limits beyond any valid request: a thousand stays have 12,001 values. */
const DEEPEST = 10;
const MOST_KEYS = 200;
const MOST_VALUES = 20_000;

/** Replaces what is too deep or too large to be any field's value; every field rejects it. */
const TOO_MUCH = Symbol('too much');

/**
 * Makes parsed JSON safe for class-transformer, which recursively copies even undeclared fields, compares all keys with each other
 * and trusts `constructor`: cuts off what is rejected anyway, and removes keys that are properties of every object.
 * @returns the paths of the removed keys
 */
export function sanitize(given: object): string[] {
  const names: string[] = [];
  let left = MOST_VALUES;
  const visit = (value: Record<string, unknown>, path: string, depth: number) => {
    const keys = cut(value);
    left -= keys.length;
    for (const key of keys) {
      const part = value[key];
      if (key in Object.prototype) {
        names.push(path + key);
        delete value[key];
      } else if (typeof part === 'object' && part !== null) {
        if (depth === DEEPEST || left < 0) value[key] = TOO_MUCH;
        else visit(part as Record<string, unknown>, `${path}${key}.`, depth + 1);
      }
    }
  };
  visit(given as Record<string, unknown>, '', 1);
  return names;
}

/** Shortens a value so that it is still too long a list, or still has more unknown fields than are reported. */
function cut(value: Record<string, unknown>): string[] {
  if (Array.isArray(value) && value.length > MOST_ELEMENTS) value.length = MOST_ELEMENTS + 1;
  const keys = Object.keys(value);
  if (Array.isArray(value)) return keys;
  for (const key of keys.splice(MOST_KEYS)) delete value[key];
  return keys;
}
