import { type ValidationError, ValidationTypes } from 'class-validator';
import { beginningOf, type FieldCode, type FieldError } from '#platform/kernel';
import { type Fault, FIELD } from './field.js';
import { RULE } from './rule.js';

/** The error of every form, body and query for an unknown field; `path` is cut to 100 characters. */
export function unknownField(path: string): FieldError {
  return { field: beginningOf(path, 100), code: 'unknown_field', message: 'There is no such field.' };
}

/** Flattens class-validator's error tree, each error with the path of its field; an object's unknown fields are listed first. */
export function fieldErrors(tree: ValidationError[], prefix = ''): FieldError[] {
  return inOrder(tree).flatMap((error) => {
    const path = prefix + error.property;
    const own = Object.entries(error.constraints ?? {}).flatMap(([name, message]): FieldError[] => {
      if (name === ValidationTypes.WHITELIST) return [unknownField(path)];
      if (name === FIELD || name === RULE) return faults(message, name === FIELD ? `${path}.` : prefix);
      return [{ field: path, code: codeOf(error, name), message }];
    });
    return [...own, ...fieldErrors(error.children ?? [], `${path}.`)];
  });
}

/** A constraint without a code in its context, e.g. a plain `@IsUUID()`, is about the format. */
function codeOf({ contexts }: ValidationError, constraint: string): FieldCode {
  return contexts?.[constraint]?.code ?? 'invalid_format';
}

function faults(found: string, prefix: string): FieldError[] {
  return JSON.parse(found).map(({ at, code, message }: Fault) => ({
    field: at ? prefix + at : prefix.slice(0, -1),
    code,
    message,
  }));
}

/** In the order of the object's fields: class-validator lists those of a base class last. */
function inOrder(tree: ValidationError[]): ValidationError[] {
  const places = Object.keys(tree[0]?.target ?? {});
  const place = ({ property, constraints }: ValidationError) =>
    constraints?.[ValidationTypes.WHITELIST] ? -1 : places.indexOf(property) >>> 0;
  return tree.toSorted((a, b) => place(a) - place(b));
}
