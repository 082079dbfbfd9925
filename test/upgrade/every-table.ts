import type pg from 'pg';

const EMPTY = `
  select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where nspname = 'public' and relkind in ('r', 'p') and not relispartition and relname not like 'migrations%' order by 1`;

/** The columns that a row must have, each with its type and the first word that a check allows. */
const REQUIRED = `
  select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type,
    (select substring(pg_get_constraintdef(k.oid) from '''([\\w-]+)''::text') from pg_constraint k
     where conrelid = attrelid and contype = 'c' and conkey = array[attnum] limit 1) as word
  from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef and attidentity = ''`;

/** One value of each type, so that rows refer to each other. */
const VALUES: Record<string, string> = {
  integer: '1',
  bigint: '1',
  'double precision': '1',
  text: 'x',
  'character varying(255)': 'x',
  boolean: 'false',
  json: '{"countryID": "NL"}',
  bytea: '\\x01',
  uuid: '00000000-0000-7000-8000-000000000001',
  'timestamp(3) with time zone': '2026-11-20T00:00:00Z',
  'text[]': '{}',
  'integer[]': '{}',
  'bit(64)': '0'.repeat(64),
};

/** Puts a row into every table of an empty database of any release. @returns the names of the tables */
export async function fillTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(EMPTY);
  let left = rows.map(({ name }) => name);
  while (left.length > 0) {
    const waiting: string[] = [];
    for (const name of left) if (!(await isFilled(client, name))) waiting.push(name);
    if (waiting.length === left.length) throw new Error(`No row goes into ${waiting}.`);
    left = waiting;
  }
  return rows.map(({ name }) => name);
}

/** @returns false when a row that it refers to is not there yet */
async function isFilled(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ name: string; type: string; word: string | null }>(REQUIRED, [table]);
  const values = rows.map(({ type, word }) => word ?? VALUES[type]);
  const places = values.map((_, at) => `$${at + 1}`);
  try {
    await client.query(`insert into ${table} (${rows.map(({ name }) => name)}) values (${places})`, values);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '23503') return false;
    throw error;
  }
}
