import { isObject } from 'class-validator';
import { inPieces } from '#platform/concurrency';
import { type FieldError, ValidationFailed } from '#platform/kernel';
import { unknownField } from './errors.js';
import { MOST_ERRORS, readRequest } from './read.js';

/**
 * Reads a body that is one list of objects, as `readRequest` reads one with `Parts`, but in pieces: a long list keeps nobody waiting.
 * @param name of the list
 * @throws ValidationFailed
 */
export async function readList<T extends object>(
  type: abstract new () => T,
  body: unknown,
  { name, most }: { name: string; most: number },
): Promise<T[]> {
  const given = isObject<Record<string, unknown>>(body) ? body : {};
  const unknown = Object.keys(given).filter((key) => key !== name);
  const fault = faultOf(given[name], most);
  const errors: FieldError[] = [
    ...unknown.slice(0, MOST_ERRORS).map(unknownField),
    ...(fault ? [{ field: name, ...fault }] : []),
  ];
  const elements = fault ? [] : (given[name] as unknown[]);
  const read = await inPieces(elements, (element, index) => {
    if (errors.length >= MOST_ERRORS) return [];
    try {
      return [readRequest(type, element)];
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      const at = `${name}.${index}`;
      const own = error.errors.map((one) => ({ ...one, field: isObject(element) ? `${at}.${one.field}` : at }));
      errors.push(...own);
      return [];
    }
  });
  if (errors.length > 0) throw new ValidationFailed(errors.slice(0, MOST_ERRORS));
  return read.flat();
}

function faultOf(list: unknown, most: number): Omit<FieldError, 'field'> | null {
  if (list === undefined) return { code: 'required', message: 'Is required.' };
  if (!Array.isArray(list)) return { code: 'invalid_type', message: 'Must be an array.' };
  if (list.length > most) return { code: 'too_long', message: `Must have at most ${most} elements.` };
  return list.length === 0 ? { code: 'too_short', message: 'Must have at least one element.' } : null;
}
