import { beginningOf, type FieldError } from '#platform/kernel';
import { isColumn, isProblems, type Mapping, nameOf } from './columns.js';

/** The mapping that a form's `columns` means, and what is wrong with it (decisions.md, section 10, Import). */
export function mappingOf(json: string | undefined): { mapping: Mapping; faults: FieldError[] } {
  const given = json === undefined ? {} : parsed(json);
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    const message = 'Must be a JSON object such as { "Guest": "owner.lastName" }.';
    return { mapping: new Map(), faults: [{ field: 'columns', code: 'invalid_format', message }] };
  }
  const entries: [string, unknown][] = Object.entries(given);
  const faults = entries.flatMap(([name, path]): FieldError[] => {
    const field = `columns.${beginningOf(name, 100)}`;
    if (path === null) return [];
    if (typeof path !== 'string') return [{ field, code: 'invalid_type', message: 'Must be a string or null.' }];
    if (isProblems(nameOf(name))) return [{ field, code: 'not_allowed', message: 'A column of this name is always left out.' }];
    return isColumn(path) ? [] : [{ field, code: 'not_allowed', message: 'Must be a path of an item’s body.' }];
  });
  return { mapping: new Map(entries.map(([name, path]) => [nameOf(name), path as string | null])), faults };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
