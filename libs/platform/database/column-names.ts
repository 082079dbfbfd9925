import type { Row } from './sql.js';

/** Identifiers are spelled `ID` in fields and `id` in columns. */
type Spelled<Field> = Field extends `${infer Start}IDs` ? `${Start}Ids` : Field extends `${infer Start}ID` ? `${Start}Id` : Field;

type SnakeCase<Field> = Field extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeCase<Rest>}`
  : Field;

/** The name of a field as a column: `imageUrl` is `image_url`, `locationIDs` is `location_ids`. */
export function columnName<Field extends string>(field: Field): SnakeCase<Spelled<Field>> {
  let column = columnNames.get(field);
  if (column === undefined) {
    column = field.replace(/ID(s?)$/, 'Id$1').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    columnNames.set(field, column);
  }
  return column as SnakeCase<Spelled<Field>>;
}

const columnNames = new Map<string, string>();

/** Renames fields to their columns; a field without a column does not compile where columns are written. */
export function columnsOf<Fields extends object>(
  fields: Fields,
): { [Field in keyof Fields as SnakeCase<Spelled<Field>>]: Fields[Field] } {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [columnName(field), value])) as {
    [Field in keyof Fields as SnakeCase<Spelled<Field>>]: Fields[Field];
  };
}

/** The columns of an entity except the named ones. */
export function columnsBut<
  Entity extends { name: string; meta: { properties: object } },
  Hidden extends keyof Row<Entity> & string = never,
>(entity: Entity, ...hidden: Hidden[]): readonly Exclude<keyof Row<Entity> & string, Hidden>[] {
  const columns = Object.keys(entity.meta.properties).map(columnName) as (keyof Row<Entity> & string)[];
  const isShown = (column: keyof Row<Entity> & string): column is Exclude<typeof column, Hidden> =>
    !(hidden as string[]).includes(column);
  return columns.filter(isShown);
}
