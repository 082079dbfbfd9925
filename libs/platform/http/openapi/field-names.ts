import type { Type } from '@nestjs/common';
import { documentedFields } from '../fields/documented.js';

/** The names of a record's documented fields, in order. @throws Error when it has none */
export function fieldNames(type: Type<object>): string[] {
  const names = [...documentedFields(type).keys()];
  if (names.length === 0) throw new Error(`${type.name} has no documented fields.`);
  return names;
}
