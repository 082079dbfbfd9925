import {
  type CompiledQuery,
  type Expression,
  ExpressionWrapper,
  PostgresQueryCompiler,
  type RawBuilder,
  type ValueListNode,
  ValuesNode,
} from 'kysely';
import type { Piece } from './pieces.js';
import type { Query, Rows } from './round-trip.js';
import { named } from './sql.js';

/** How many rows an insert has when several are folded into one: few sizes, as each is prepared on each connection. */
const SIZES = [16, 8, 4, 2];

/** A statement to be sent, with the piece that each row it inserts belongs to, and the row's place in it. */
interface Sent {
  query: Query;
  of: readonly { piece: number; at: number }[];
}

/** Statements as they are sent, and how their rows come back to the pieces. */
export interface Folded {
  queries: readonly Query[];
  rowsOf(rows: Rows): Rows[];
}

/**
 * Folds equal inserts of pieces of work into one each, and sends once what several read alike: to begin an insert into a table with twenty
 * indexes costs PostgreSQL three times what its row does. Pieces with the same statements go step by step together, if each statement says
 * how it may (`Folds`).
 * @returns null where nothing can be folded
 */
export function folded(pieces: readonly Piece[]): Folded | null {
  if (pieces.length === 1 || !pieces.some(({ queries }) => queries.some(({ folds }) => folds))) return null;
  const alike = Map.groupBy(pieces.keys(), (index) => pieces[index]!.queries.map(({ name }) => name).join());
  const sent = [...alike.values()].flatMap((indexes) => stepByStep(pieces, indexes));
  if (sent.every(({ of }) => of.length === 1)) return null;
  return {
    queries: sent.map(({ query }) => query),
    rowsOf(rows) {
      const results = pieces.map(({ queries }): Rows => queries.map(() => []));
      for (const [index, { of }] of sent.entries()) give(results, pieces, of, rows[index]!);
      return results;
    },
  };
}

function stepByStep(pieces: readonly Piece[], indexes: readonly number[]): Sent[] {
  const [first] = indexes;
  const { queries } = pieces[first!]!;
  // Statements that do not say so may read what those of other pieces write: a piece with one of them goes as a whole.
  if (
    indexes.length === 1 ||
    !queries.every(({ name, folds }) => name && folds) ||
    !queries.some(({ folds }) => folds!.as !== 'each')
  )
    return indexes.flatMap((piece) => pieces[piece]!.queries.map((query, at) => ({ query, of: [{ piece, at }] })));
  return queries.flatMap(({ folds }, at) => {
    const of = indexes.map((piece) => ({ piece, at }));
    if (folds!.as === 'one reading') return once(pieces, of);
    return folds!.as === 'one insert' ? together(pieces, of) : of.map((one) => ({ query: queryOf(pieces, one), of: [one] }));
  });
}

/** Statements with equal values are sent once, for all. */
function once(pieces: readonly Piece[], of: Sent['of']): Sent[] {
  const equal = Map.groupBy(of, (one) => JSON.stringify(queryOf(pieces, one).values));
  return [...equal.values()].map((some) => ({ query: queryOf(pieces, some[0]!), of: some }));
}

function together(pieces: readonly Piece[], of: Sent['of']): Sent[] {
  const sent: Sent[] = [];
  for (let from = 0; from < of.length; ) {
    const size = SIZES.find((size) => size <= of.length - from) ?? 1;
    const some = of.slice(from, from + size);
    const queries = some.map((one) => queryOf(pieces, one));
    sent.push({ query: size === 1 ? queries[0]! : joined(queries), of: some });
    from += size;
  }
  return sent;
}

const queryOf = (pieces: readonly Piece[], { piece, at }: Sent['of'][number]) => pieces[piece]!.queries[at]!;

const texts = new Map<string, string>();

function joined(queries: readonly Query[]): Query {
  const [{ text: single, built }] = queries as [Query];
  const key = `${queries.length} ${single}`;
  let text = texts.get(key);
  if (text === undefined) {
    text = rowsIn(built!, queries.length);
    texts.set(key, text);
  }
  return { ...named(text), values: queries.flatMap(({ values }) => values) };
}

/** `values` with its row in a statement that is written as SQL and goes together with its like: only then is it known where the row is. */
export function valuesOf(row: RawBuilder<unknown>): Expression<unknown> {
  return new ExpressionWrapper(ValuesNode.create([row.toOperationNode() as unknown as ValueListNode]));
}

/** Writes the row of `values` several times. */
class RowsCompiler extends PostgresQueryCompiler {
  constructor(private readonly count: number) {
    super();
  }

  protected override visitValues(node: ValuesNode): void {
    super.visitValues(ValuesNode.create(Array.from({ length: this.count }, () => node.values[0]!)));
  }
}

/** The text of an insert with several rows, each with the parameters of one. @throws Error where not all of these are in its row */
export function rowsIn({ query, queryId, parameters, sql: text }: CompiledQuery, count: number): string {
  const several = new RowsCompiler(count).compileQuery(query, queryId);
  if (several.parameters.length !== count * parameters.length) throw new Error(`This is no insert that can be folded: ${text}`);
  return several.sql;
}

/** Rows come in the order of those that are inserted, unless the statement knows its own. */
function give(results: Rows[], pieces: readonly Piece[], of: Sent['of'], rows: Rows[number]): void {
  for (const [nth, one] of of.entries()) {
    const { as, isOwn } = queryOf(pieces, one).folds ?? {};
    const own = of.length === 1 || as === 'one reading' ? rows : isOwn ? rows.filter(isOwn) : rows.slice(nth, nth + 1);
    results[one.piece]![one.at] = own;
  }
}
