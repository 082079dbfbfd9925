import type pg from 'pg';

/** What a migration did that stops a running release, in words. */
export type Offences = string[];

const SHAPE = `
  select c.oid::regclass::text as relation, a.attname as name, format_type(atttypid, atttypmod) as type,
    attnotnull and not atthasdef and attidentity = '' as required
  from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute a on attrelid = c.oid
  where nspname = 'public' and relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped`;

const FUNCTIONS = `
  select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = pronamespace
  where nspname = 'public' and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`;

/** Files of tables: another one afterwards means that the table was rewritten. */
const FILES = `
  select c.oid::regclass::text as relation, relfilenode as file from pg_class c join pg_namespace n on n.oid = relnamespace
  where nspname = 'public' and relkind = 'r'`;

/** Rows that this session read from tables without an index, which takes as long as the table is. */
const READ = `
  select relid::regclass::text as relation, seq_tup_read::int as rows from pg_stat_xact_user_tables
  where schemaname = 'public' and seq_tup_read > 0`;

interface Column {
  relation: string;
  name: string;
  type: string;
  required: boolean;
}

/**
 * Runs work on a session and says what it did to the tables that were there that the previous release could not go on with.
 * @param work gets the session; what it sends is watched
 */
export async function offencesOf(client: pg.Client, work: (session: pg.Client) => Promise<void>): Promise<Offences> {
  const before = await shapeOf(client);
  const tables = new Set(before.files.map(({ relation }) => relation));
  const found = new Set<string>();
  // Where there is an index it is used, however small the tables here are.
  await client.query('set enable_seqscan = off');
  const readOf = async () => {
    const { rows } = await client.query<{ relation: string; rows: number }>(READ);
    return new Map(rows.map(({ relation, rows: count }) => [relation, count]));
  };
  /** What was read before the transaction; null outside of one, where an index may be built and a constraint validated. */
  let atBegin: Map<string, number> | null = null;
  const look = async (statement: string) => {
    if (/^begin/i.test(statement)) atBegin = await readOf();
    else if (/^(commit|rollback)/i.test(statement)) atBegin = null;
    if (atBegin === null) return;
    for (const [relation, count] of await readOf()) {
      if (!tables.has(relation) || relation.startsWith('migrations') || count === (atBegin.get(relation) ?? 0)) continue;
      found.add(`reads all of ${relation} within a transaction`);
    }
  };
  const watched = new Proxy(client, {
    get(target, property) {
      const value = Reflect.get(target, property, target);
      if (property !== 'query') return typeof value === 'function' ? value.bind(target) : value;
      return async (...query: [string, unknown[]?]) => {
        const result = await target.query(...query);
        await look(query[0]);
        return result;
      };
    },
  });
  await work(watched);
  const after = await shapeOf(client);
  for (const offence of changes(before, after)) found.add(offence);
  return [...found];
}

type Shape = Awaited<ReturnType<typeof shapeOf>>;

async function shapeOf(client: pg.Client) {
  const rowsOf = async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows;
  return {
    columns: await rowsOf<Column>(SHAPE),
    functions: await rowsOf<{ name: string }>(FUNCTIONS),
    files: await rowsOf<{ relation: string; file: number }>(FILES),
  };
}

function* changes(before: Shape, after: Shape): Generator<string> {
  const relations = new Set(before.columns.map(({ relation }) => relation));
  const was = new Map(before.columns.map((column) => [`${column.relation}.${column.name}`, column]));
  const is = new Map(after.columns.map((column) => [`${column.relation}.${column.name}`, column]));
  for (const [name, { type }] of was) {
    if (!is.has(name)) yield `takes ${name} away`;
    else if (is.get(name)!.type !== type) yield `changes the type of ${name}`;
  }
  for (const [name, { relation, required }] of is) {
    if (required && relations.has(relation) && !was.has(name))
      yield `requires ${name}, which the previous release does not write`;
  }
  const functions = new Set(after.functions.map(({ name }) => name));
  for (const { name } of before.functions) if (!functions.has(name)) yield `takes ${name} away`;
  const files = new Map(after.files.map(({ relation, file }) => [relation, file]));
  for (const { relation, file } of before.files) {
    if (files.has(relation) && files.get(relation) !== file) yield `rewrites ${relation}`;
  }
}
