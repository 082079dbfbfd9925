import { hash } from 'node:crypto';
import { type InferKyselyDB, p } from '@mikro-orm/postgresql';
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type Selectable,
  sql,
} from 'kysely';

const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

/**
 * A query builder typed by MikroORM entities. It only builds: `Database` sends what it builds.
 * Columns carry their database names; timestamps come back as text in UTC.
 */
export function tables<Entities extends { name: string }>(): Kysely<InferKyselyDB<Entities>> {
  return new Kysely<InferKyselyDB<Entities>>({ dialect });
}

/** A moment as a column: written as ISO 8601, read as PostgreSQL's text in UTC. */
export function moment() {
  return p.string().columnType('timestamptz(3)');
}

/** A row of an entity's table as PostgreSQL gives it. */
export type Row<Entity extends { name: string }> =
  InferKyselyDB<Entity> extends infer Tables ? Selectable<Tables[keyof Tables]> : never;

/** `= any($1)` over a list of texts: one parameter however long the list, so that the statement stays the same. */
export function anyOf(values: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${values}::text[])`;
}

/** A list written into the statement: only so does PostgreSQL see that an index with the same condition fits. */
export function literals<Value extends string>(values: readonly Value[]): RawBuilder<Value> {
  return sql<Value>`(${sql.join(values.map((value) => sql.lit(value)))})`;
}

/** Changes named by their fields as columns: `imageUrl` is `image_url`. */
export function columnsOf(changes: object): Record<string, unknown> {
  const column = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(changes).map(([field, value]) => [column(field), value]));
}

/** A statement that was built and not yet sent. */
export type Statement<Row = unknown> = Compilable<Row>;

/** A statement written as SQL. */
export function statement<Row = unknown>(query: RawBuilder<Row>): Statement<Row> {
  return { compile: () => query.compile(plain) };
}

const plain = tables<never>();

/** Stands in a template for a value that is given when it is sent. */
class Slot {
  constructor(readonly name: string) {}
}

/**
 * A statement that is built once and then sent with other values: building the text costs more than everything else about a small
 * statement. `build` sees no values; each of their keys becomes one parameter or more, and the keys are the same at each call.
 */
export function template<Values extends object, Row>(
  build: (values: Values) => Statement<Row>,
): (values: Values) => Statement<Row> {
  let built: CompiledQuery<Row> | undefined;
  return (values) => ({
    compile: () => {
      built ??= build(Object.fromEntries(Object.keys(values).map((name) => [name, new Slot(name)])) as Values).compile();
      const filled = (given: unknown) => (given instanceof Slot ? values[given.name as keyof Values] : given);
      return { ...built, parameters: built.parameters.map(filled) };
    },
  });
}

const names = new Map<string, string>();

/** Statements to be planned for the values they carry. */
const singular = new WeakSet<CompiledQuery>();

/** The statement, planned anew each time: for filters where the best index depends on what is asked for. */
export function unprepared<Row>(statement: Statement<Row>): Statement<Row> {
  return {
    compile: () => {
      const query = statement.compile();
      singular.add(query);
      return query;
    },
  };
}

/** A statement as `pg` takes it, named by its text so that PostgreSQL plans it once for each connection. */
export function prepared(query: CompiledQuery): { name?: string; text: string; values: unknown[] } {
  if (singular.has(query)) return { text: query.sql, values: query.parameters as unknown[] };
  let name = names.get(query.sql);
  if (name === undefined) {
    name = hash('sha256', query.sql, 'base64url').slice(0, 32);
    if (names.size < 2_000) names.set(query.sql, name);
  }
  return { name, text: query.sql, values: query.parameters as unknown[] };
}
