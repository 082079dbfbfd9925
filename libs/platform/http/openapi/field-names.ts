import type { Type } from '@nestjs/common';

/** Where `@ApiProperty` keeps the names of a class, each behind a colon; @nestjs/swagger does not export the key. */
const NAMES = 'swagger/apiModelPropertiesArray';

/** The names of a record's documented fields, in order. @throws Error when it has none */
export function fieldNames({ name, prototype }: Type): string[] {
  const names: string[] | undefined = Reflect.getMetadata(NAMES, prototype);
  if (!names) throw new Error(`${name} has no documented fields.`);
  return names.map((one) => one.slice(1));
}
