import { hash } from 'node:crypto';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
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
 * A query builder typed by MikroORM entities. It only builds statements: `Database` sends them.
 * Columns have their database names; timestamps are returned as text in UTC.
 */
export function tables<Entities extends { name: string }>(): Kysely<InferKyselyDB<Entities>> {
  return new Kysely<InferKyselyDB<Entities>>({ dialect });
}

/** A row of an entity's table as PostgreSQL returns it. */
export type Row<Entity extends { name: string }> =
  InferKyselyDB<Entity> extends infer Tables ? Selectable<Tables[keyof Tables]> : never;

/** A value, or the place of one in a template. */
export type Placed<Value> = Value | RawBuilder<Value>;

/** The condition on rows that a caller may read, as values or as places in a template. */
export interface Reach {
  group: { id: Placed<number> };
  scope: { all: true } | { all: false; locationIDs: Placed<readonly string[]> };
}

/** `= any($1)` over a list of texts: one parameter whatever the list's length, so that the statement stays the same. */
export function anyOf(values: Placed<readonly string[]>): RawBuilder<string> {
  return sql<string>`any(${values}::text[])`;
}

/** A list written into the statement: only then can PostgreSQL use a partial index with the same condition. */
export function literals<Value extends string>(values: readonly Value[]): RawBuilder<Value> {
  return sql<Value>`(${sql.join(values.map((value) => sql.lit(value)))})`;
}

/** A statement that has been built but not sent. */
export type Statement<Row = unknown> = Compilable<Row>;

/** A statement written as SQL. */
export function statement<Row = unknown>(query: RawBuilder<Row>): Statement<Row> {
  return { compile: () => query.compile(plain) };
}

/** A piece of SQL without parameters as text: for the definition of an index whose expression statements repeat. */
export function textOf(piece: RawBuilder<unknown>): string {
  return statement(piece).compile().sql;
}

const plain = tables<never>();

/** The placeholder in a template for a value that is given when it is sent. */
class Slot {
  constructor(readonly name: string) {}
}

/** The values of a template as `build` sees them: opaque expressions. */
export type Slots<Values> = { [Name in keyof Values]: RawBuilder<Exclude<Values[Name], undefined>> };

/**
 * A statement that is built once for each set of value names and then sent with different values: building the text costs more than
 * everything else about a small statement. `build` sees no values; each name becomes one or more parameters. Beyond the first 32 sets,
 * which a caller may choose, it is built and planned for each use.
 * @param foldsOf for statements that may go together with their like (folding.ts)
 */
export function template<Values extends object, Row>(
  build: (values: Slots<Values>) => Statement<Row>,
  foldsOf?: (values: Values) => Folds<Row>,
): (values: Values) => Statement<Row> {
  const shapes: Shape<Row>[] = [];
  const shapeOf = (names: readonly string[]): Shape<Row> => {
    const known = shapes.find(
      (shape) => shape.names.length === names.length && shape.names.every((name, at) => name === names[at]),
    );
    if (known) return known;
    const slots = Object.fromEntries(names.map((name) => [name, sql`${new Slot(name)}`])) as Slots<Values>;
    const shape = { names, query: build(slots).compile(), isUnprepared: shapes.length >= MOST_SHAPES };
    if (!shape.isUnprepared) shapes.push(shape);
    return shape;
  };
  return (values) => ({
    compile: (): Sent<Row> => {
      const { query, isUnprepared } = shapeOf(Object.keys(values));
      const filled = (given: unknown) => (given instanceof Slot ? values[given.name as keyof Values] : given);
      const parameters = query.parameters.map(filled);
      return { ...query, parameters, isUnprepared, folds: isUnprepared ? undefined : (foldsOf?.(values) as Folds<unknown>) };
    },
  });
}

/** A statement of a template for one set of value names. */
interface Shape<Row> {
  names: readonly string[];
  query: CompiledQuery<Row>;
  isUnprepared: boolean;
}

/** A statement as it is sent. No weak map tells this of it: each entry of one costs the collector more than the statement itself. */
interface Sent<Row = unknown> extends CompiledQuery<Row> {
  /** Planned for its values on each execution. */
  isUnprepared?: boolean;
  folds?: Folds<unknown> | undefined;
}

const names = new Map<string, string>();

/** The statement, planned on each execution: for filters where the best index depends on the values. */
export function unprepared<Row>(statement: Statement<Row>): Statement<Row> {
  return { compile: (): Sent<Row> => ({ ...statement.compile(), isUnprepared: true }) };
}

/**
 * How a statement of one piece of work may go together with the same one of others: as one insert of all their rows, which are all in it;
 * once for all that give it equal values; or each by itself. In any case none reads what the others' pieces write.
 */
export interface Folds<Row> {
  as: 'one insert' | 'one reading' | 'each';
  /** Tells whether a row that comes back is its own. By default each row that is inserted returns one. */
  isOwn?: (row: Row) => boolean;
}

const [INSERT, READING, EACH] = (['one insert', 'one reading', 'each'] as const).map((as) => {
  const folds = { as };
  return () => folds;
});
/** For inserts where each row that is inserted returns one, or none does. */
export const FOLDS = INSERT!;
/** For statements that depend on their values alone, and change nothing. */
export const SHARED = READING!;
/** For statements that are sent for each, and in any order with those of others. */
export const APART = EACH!;

/** Maximum statements prepared per process and per template: each takes memory of every connection for good. */
const [MOST_NAMES, MOST_SHAPES] = [1_000, 32];

/** A statement for `pg`, named by a hash of its text so that PostgreSQL parses and plans it once per connection. */
export function prepared(query: CompiledQuery): Prepared {
  const { sql: text, parameters, isUnprepared, folds } = query as Sent;
  const values = parameters as unknown[];
  return isUnprepared ? { text, values } : { ...named(text), values, folds, built: query };
}

interface Prepared {
  name?: string | undefined;
  text: string;
  values: unknown[];
  folds?: Folds<unknown> | undefined;
  built?: CompiledQuery;
}

/** A text with the name that it is prepared by, if it is. */
export function named(text: string): { name: string | undefined; text: string } {
  let name = names.get(text);
  if (name === undefined && names.size < MOST_NAMES) {
    name = hash('sha256', text, 'base64url').slice(0, 32);
    names.set(text, name);
  }
  return { name, text };
}

/**
 * Whether PostgreSQL refused a statement: its transaction was not committed, and the connection can still be used. Where it ended the
 * connection (class 08, 57P01 to 57P05: shut down or terminated, 25P03: idle for too long), neither is certain.
 */
export function isDatabaseError(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return typeof severity === 'string' && !/^(08|57P0|25P0[34])/.test(String(code));
}
