import type pg from 'pg';

/** Tables and views that hold rows of Groups; of partitions only the whole. */
export async function tablesOfGroups(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(`
    select table_name as name from information_schema.columns
    join pg_class on oid = format('%I.%I', table_schema, table_name)::regclass and not relispartition
    where table_schema = 'public' and column_name = 'group_id'`);
  return new Set(rows.map(({ name }) => name));
}

/** The views, with what they read. */
export async function viewsOfGroups(client: pg.Client): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query("select viewname as name, definition from pg_views where schemaname = 'public'");
  return rows;
}

/** The keys of tables of Groups that do not begin with `group_id`, by name. */
export async function keysAcrossGroups(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select i.indexrelid::regclass::text as name from pg_index i
    join pg_class t on t.oid = i.indrelid and not t.relispartition and t.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = t.oid and a.attname = 'group_id'
    where i.indisunique and i.indkey[0] <> a.attnum order by 1`);
  return rows.map(({ name }) => name);
}

/** Tables of Groups without a primary key. */
export async function tablesWithoutKey(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select t.relname as name from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attname = 'group_id'
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
      and not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary) order by 1`);
  return rows.map(({ name }) => name);
}
