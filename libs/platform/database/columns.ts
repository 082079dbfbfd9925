import { type EntityName, p } from '@mikro-orm/postgresql';
import type { GeneratedAlways } from 'kysely';

/** A timestamp column: written as ISO 8601, read as PostgreSQL's text in UTC. */
export function moment() {
  return p.string().columnType('timestamptz(3)');
}

/** JSON stored as text, so that the order of its fields, which the API's responses show, is kept. */
export function json<T>() {
  return p.json<T>().columnType('json');
}

/** A column that the database computes; it cannot be written. @param expression over columns of the same row */
export function generated<T>(columnType: string, expression: string) {
  return p.string().columnType(columnType).generated(`(${expression}) stored`).$type<GeneratedAlways<T>>();
}

/**
 * The column of full-text search.
 * @param texts what is searched, as SQL
 * @param phoneNumber a phone number, as SQL: its digits alone match too, whatever its spacing
 */
export function searchColumn(texts: readonly string[], phoneNumber: string) {
  const words = texts.map((text) => `coalesce(${text}, '')`).join(` || ' ' || `);
  const digits = `regexp_replace(coalesce(${phoneNumber}, ''), '\\D', '', 'g')`;
  return generated<string>('tsvector', `to_tsvector('simple', search_text(${words} || ' ' || ${digits}))`);
}

/** A composite foreign key over columns that the entity also has as properties; deletes cascade to the row. */
export function belongsTo(entity: EntityName, ...columns: string[]) {
  const relation = p
    .manyToOne(entity)
    .joinColumns(...columns)
    .updateRule('no action')
    .deleteRule('cascade');
  // It adds no column, so rows are typed without it.
  return relation as unknown as { '~type'?: { value: never }; '~options': { persist: false } };
}

/** The condition of a check constraint or a partial index, as SQL. */
export function isOneOf(column: string, values: readonly string[]): string {
  return `${column} in (${values.map((value) => `'${value}'`).join(', ')})`;
}
