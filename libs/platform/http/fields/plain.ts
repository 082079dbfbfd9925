import { MOST_ELEMENTS } from './lists.js';

/** Deeper, wider and larger than any request. */
const DEEPEST = 10;
const MOST_KEYS = 200;
const MOST_VALUES = 10_000;

/** Stands for what is too deep or too large to be any field's value; every field refuses it. */
const TOO_MUCH = Symbol('too much');

/**
 * Makes parsed JSON harmless for class-transformer, which copies by recursion also what no field describes, compares all keys
 * with each other and trusts `constructor`: cuts what is refused anyway, and takes out the names that every object has.
 * @returns the paths of these names
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

/** What is left is still too long a list, or has still more unknown fields than are named. */
function cut(value: Record<string, unknown>): string[] {
  if (Array.isArray(value) && value.length > MOST_ELEMENTS) value.length = MOST_ELEMENTS + 1;
  const keys = Object.keys(value);
  if (Array.isArray(value)) return keys;
  for (const key of keys.splice(MOST_KEYS)) delete value[key];
  return keys;
}
