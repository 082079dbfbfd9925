import { ValidationFailed } from '#kernel';
import { Faults, type RequestClass, shapeOf } from './shape.js';

const BODY = 'body';

/**
 * Reads an object into a request class in one pass: unknown fields, types, limits, then the rules over several fields.
 * Never descends into what no field describes, so the depth of the input costs nothing.
 */
export function readObject<T extends object>(type: RequestClass<T>, raw: unknown, path: string, faults: Faults): T | undefined {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    faults.add(path || BODY, 'invalid_type', 'Must be an object.');
    return undefined;
  }
  const shape = shapeOf(type);
  if (!shape) throw new Error(`${type.name} describes no field.`);
  const prefix = path === '' ? '' : `${path}.`;
  const given = raw as Record<string, unknown>;
  for (const key of Object.keys(given)) {
    if (!shape.names.has(key)) faults.add(prefix + key.slice(0, 100), 'unknown_field', 'There is no such field.');
  }
  const value = new (type as new () => T)() as Record<string, unknown>;
  for (const field of shape.fields) {
    const name = field.name;
    const present = Object.hasOwn(given, name) ? given[name] : undefined;
    if (present === undefined) {
      if (field.required) faults.add(prefix + name, 'required', 'Is required.');
      else if (field.fallback !== undefined) value[name] = field.fallback;
    } else if (present === null) {
      if (field.nullable) value[name] = null;
      else if (field.required) faults.add(prefix + name, 'required', 'Is required.');
      else faults.add(prefix + name, 'invalid_type', 'May not be null.');
    } else {
      value[name] = field.read(present, prefix + name, faults);
    }
  }
  for (const rule of shape.rules) {
    rule(value as never, {
      refuse: (at, code, message) => faults.add(prefix + at, code, message),
      wrong: (at) => faults.has(prefix + at),
    });
  }
  return value as T;
}

/** Reads a whole body or query. @throws ValidationFailed with every wrong field */
export function readRequest<T extends object>(type: RequestClass<T>, raw: unknown): T {
  const faults = new Faults();
  const value = readObject(type, raw, '', faults);
  if (faults.list.length > 0) throw new ValidationFailed(faults.list);
  return value as T;
}
