import { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { ormOptions } from '#platform/database';
import { ENTITIES } from '#service';

/** What is the same in every database of a release, though its names follow the calendar and the Groups. */
const OF_THE_DAY = String.raw`'_\d{4}_\d{2}$'`;

const RELATIONS = `
  select c.oid, c.relname, c.relkind, c.relpersistence, c.relispartition, c.reloptions
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relname !~ ${OF_THE_DAY} and c.relname not like 'migrations%' and not exists (
    select from pg_index i join pg_class t on t.oid = i.indrelid where i.indexrelid = c.oid and t.relname ~ ${OF_THE_DAY}
  )`;

/** Every kind of thing in a schema, as PostgreSQL itself describes it: what it is called, and how it is. */
const QUERIES = [
  `select 'schema ' || nspname, '' from pg_namespace where nspname !~ '^(pg_|information_schema|bullmq)'`,
  `select 'extension ' || extname, extversion from pg_extension`,
  `select 'table ' || relname, concat_ws(' ', case relpersistence when 'u' then 'unlogged' end, pg_get_partkeydef(oid), reloptions::text,
     (select 'partition of ' || inhparent::regclass from pg_inherits where inhrelid = r.oid))
   from (${RELATIONS}) r where relkind in ('r', 'p')`,
  `select 'column ' || relname || '.' || attname, concat_ws(' ', row_number() over (partition by relname order by attnum),
     format_type(atttypid, atttypmod), case when attnotnull then 'not null' end, nullif(attidentity, ''), nullif(attgenerated, ''),
     pg_get_expr(adbin, adrelid), (select collname from pg_collation where oid = attcollation and collname <> 'default'))
   from (${RELATIONS}) r join pg_attribute on attrelid = r.oid left join pg_attrdef on adrelid = r.oid and adnum = attnum
   where relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped`,
  `select 'constraint ' || conname || ' on ' || relname, pg_get_constraintdef(k.oid)
   from (${RELATIONS}) r join pg_constraint k on conrelid = r.oid where contype <> 'n'`,
  `select 'index ' || relname, pg_get_indexdef(oid) from (${RELATIONS}) r where relkind in ('i', 'I')`,
  `select 'sequence ' || relname, format_type(seqtypid, null) || ' ' || seqstart || ' ' || seqincrement
   from (${RELATIONS}) r join pg_sequence on seqrelid = oid`,
  `select 'view ' || relname, pg_get_viewdef(oid) from (${RELATIONS}) r where relkind = 'v'`,
  `select 'function ' || p.oid::regprocedure, pg_get_functiondef(p.oid)
   from pg_proc p join pg_namespace n on n.oid = pronamespace
   where nspname = 'public' and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`,
  `select 'trigger ' || tgname, pg_get_triggerdef(t.oid) from pg_trigger t where not tgisinternal`,
];

/** What there is in a schema, each thing with its description. */
export type Catalog = Record<string, string>;

/** The schema of a database, thing by thing. */
export async function catalogOf(client: pg.Client): Promise<Catalog> {
  const catalog: Catalog = {};
  for (const query of QUERIES) {
    const { rows } = await client.query<[what: string, is: string]>({ text: query, rowMode: 'array' });
    for (const [what, is] of rows) catalog[what] = is;
  }
  return catalog;
}

/** How tables differ from their entities, and why. What is no longer so has to go from here. */
export const BEYOND_ENTITIES: Record<string, string> = {
  'table rate_limits': 'MikroORM has no unlogged tables',
  'table items': 'MikroORM has no storage parameters',
  'table requests': 'as for items',
  'table messages': 'as for items',
  'constraint items_external_id on items': 'MikroORM has no exclusion constraints',
  'index items_external_id': 'it belongs to that constraint',
  'constraint requests_external_id on requests': 'as for items',
  'index requests_external_id': 'it belongs to that constraint',
  'trigger item_registered_by': 'MikroORM has no triggers',
  'trigger item_search': 'MikroORM has no triggers',
  'trigger item_waits': 'MikroORM has no triggers',
  'trigger request_answered': 'MikroORM has no triggers',
};

/** Takes every table away, and with it the views; functions and extensions are of migrations alone. */
async function dropTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where nspname = 'public' and relkind in ('r', 'p') and not relispartition and relname <> 'migrations'`);
  await client.query(`drop table ${rows.map(({ name }) => `"${name}"`).join(', ')} cascade`);
}

/** The tables of a migrated database as MikroORM makes them of the entities, and its statements; the existing ones are dropped. */
export async function describedByEntities(client: pg.Client, url: string): Promise<{ catalog: Catalog; statements: string[] }> {
  await dropTables(client);
  const orm = new MikroORM(ormOptions({ url, entities: ENTITIES }));
  const statements = (await orm.schema.getCreateSchemaSQL({ wrap: false }))
    .split(/;\s*\n/)
    .map((one) => one.trim())
    .filter(Boolean);
  await orm.close();
  for (const statement of statements) await client.query(statement);
  return { catalog: await catalogOf(client), statements };
}

/** The names of what two schemas have not alike, in order. */
export function differences(one: Catalog, other: Catalog): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name]).sort();
}
