/** A flaw of a value that a provider was given. */
export interface Flaw {
  path: readonly (string | number)[];
  kind: 'required' | 'unknown' | 'type' | 'value';
}

/** A provider's documentation of a value: it finds the flaws of one. */
export type Shape = (value: unknown, path?: readonly (string | number)[]) => Flaw[];

const flaw = (path: readonly (string | number)[], kind: Flaw['kind']): Flaw[] => [{ path, kind }];

/** A text. @param min of its length, 1 by default, as is what most providers mean by a text */
export function text({
  min = 1,
  max = Number.POSITIVE_INFINITY,
  like = /^/,
}: {
  min?: number;
  max?: number;
  like?: RegExp;
} = {}): Shape {
  return (value, path = []) => {
    if (typeof value !== 'string') return flaw(path, 'type');
    return value.length < min || value.length > max || !like.test(value) ? flaw(path, 'value') : [];
  };
}

/** One of these values, and no other. */
export function one(...values: (string | number | boolean)[]): Shape {
  return (value, path = []) => (values.includes(value as string) ? [] : flaw(path, 'value'));
}

/** A number within bounds. */
export function number(min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY): Shape {
  return (value, path = []) => {
    if (typeof value !== 'number') return flaw(path, 'type');
    return value < min || value > max ? flaw(path, 'value') : [];
  };
}

/** A JSON truth value. */
export const truth: Shape = (value, path = []) => (typeof value === 'boolean' ? [] : flaw(path, 'type'));

/** Anything at all. */
export const anything: Shape = () => [];

/** A value, or null. */
export function nullable(shape: Shape): Shape {
  return (value, path = []) => (value === null ? [] : shape(value, path));
}

/** A list with so many elements. */
export function list(shape: Shape, min = 0, max = Number.POSITIVE_INFINITY): Shape {
  return (value, path = []) => {
    if (!Array.isArray(value)) return flaw(path, 'type');
    if (value.length < min || value.length > max) return flaw(path, 'value');
    return value.flatMap((element, index) => shape(element, [...path, index]));
  };
}

/** An object. @param open whether others than these fields are let through, as lenient providers do */
export function object(required: Record<string, Shape>, optional: Record<string, Shape> = {}, open = false): Shape {
  return (value, path = []) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return flaw(path, 'type');
    const given = value as Record<string, unknown>;
    const missing = Object.keys(required).filter((name) => given[name] === undefined);
    const others = Object.keys(given).filter((name) => !open && !(name in required) && !(name in optional));
    return [
      ...missing.flatMap((name) => flaw([...path, name], 'required')),
      ...others.flatMap((name) => flaw([...path, name], 'unknown')),
      ...Object.entries({ ...required, ...optional }).flatMap(([name, shape]) =>
        given[name] === undefined ? [] : shape(given[name], [...path, name]),
      ),
    ];
  };
}
