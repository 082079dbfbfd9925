/** Where Swagger keeps what it knows of a class (its `DECORATORS`, which it does not export). */
const [NAMES, PROPERTY] = ['swagger/apiModelPropertiesArray', 'swagger/apiModelProperties'];

export type DocumentedClass<T extends object = object> = abstract new () => T;

/** A field as `@ApiProperty`, or a field decorator, describes it. */
export interface Documented extends Record<string, unknown> {
  type?: unknown;
  isArray?: boolean;
  nullable?: boolean;
  items?: object;
}

/** The documented fields of a record or request class, in order. */
export function documentedFields({ prototype }: DocumentedClass): Map<string, Documented> {
  const names: string[] = Reflect.getMetadata(NAMES, prototype) ?? [];
  const fields = names
    .map((named) => named.slice(1))
    .map((name) => [name, Reflect.getMetadata(PROPERTY, prototype, name) ?? {}] as const);
  return new Map(fields);
}

/** The names of a record's documented fields, in order. @throws Error when it has none */
export function fieldNames(type: DocumentedClass): string[] {
  const names = [...documentedFields(type).keys()];
  if (names.length === 0) throw new Error(`${type.name} has no documented fields.`);
  return names;
}

/** Reserves the places of fields that a class documents later. */
export function reserveFields({ prototype }: DocumentedClass, names: readonly string[]): void {
  Reflect.defineMetadata(
    NAMES,
    names.map((name) => `:${name}`),
    prototype,
  );
}
