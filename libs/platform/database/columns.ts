import { type EntityName, p } from '@mikro-orm/postgresql';
import type { GeneratedAlways } from 'kysely';

/** A moment as a column: written as ISO 8601, read as PostgreSQL's text in UTC. */
export function moment() {
  return p.string().columnType('timestamptz(3)');
}

/** JSON as it was written, its fields in their order: read models answer with them. */
export function json<T>() {
  return p.json<T>().columnType('json');
}

/** A column that the database fills and nobody else can. @param expression of columns of the same row */
export function generated<T>(columnType: string, expression: string) {
  return p.string().columnType(columnType).generated(`(${expression}) stored`).$type<GeneratedAlways<T>>();
}

/**
 * The column of full-text search.
 * @param texts what is searched, as SQL
 * @param phoneNumber a telephone number, as SQL: it is found by its digits too, however it was spaced
 */
export function searchColumn(texts: readonly string[], phoneNumber: string) {
  const words = texts.map((text) => `coalesce(${text}, '')`).join(` || ' ' || `);
  const digits = `regexp_replace(coalesce(${phoneNumber}, ''), '\\D', '', 'g')`;
  return generated<string>('tsvector', `to_tsvector('simple', search_text(${words} || ' ' || ${digits}))`);
}

/** A foreign key of several columns that stand for themselves in the entity; the row goes with the one it refers to. */
export function belongsTo(entity: EntityName, ...columns: string[]) {
  const relation = p
    .manyToOne(entity)
    .joinColumns(...columns)
    .updateRule('no action')
    .deleteRule('cascade');
  // No column of its own: rows are typed without it.
  return relation as unknown as { '~type'?: { value: never }; '~options': { persist: false } };
}

/** The condition of a check or of a part of a table, as SQL. */
export function isOneOf(column: string, values: readonly string[]): string {
  return `${column} in (${values.map((value) => `'${value}'`).join(', ')})`;
}
