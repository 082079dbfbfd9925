import type pg from 'pg';

/** A table with rows that go into a backup. */
export interface BackedTable {
  name: string;
  /** The columns that can be written; the database computes the others. */
  columns: string[];
}

/** A part of a partitioned table, made again before its rows return. */
export interface Partition {
  name: string;
  parent: string;
  /** `FOR VALUES FROM … TO …` */
  bound: string;
}

/** The last number that an identity column gave out, or that a Group's record of one kind got. */
export interface Sequence {
  /** Missing in backups of earlier releases: `public`. */
  schema?: string;
  name: string;
  /** The first number. */
  start?: string;
  /** null: none yet. */
  value: string | null;
}

/** Where the sequences are that number the records of a Group. They are made with the Group, not by migrations. */
export const NUMBERS = 'numbers';

/** Tables made by migrations, and those that may be lost: counts of calls and guesses within a day. */
const LEFT_OUT = ['migrations', 'migrations_under_way', 'rate_limits', 'guesses'];

/** The tables, each after those that it refers to. */
export async function tablesOf(client: pg.ClientBase): Promise<BackedTable[]> {
  const { rows } = await client.query<BackedTable & { needs: string[] }>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') and c.relname <> all($1)
     order by c.relname`,
    [LEFT_OUT],
  );
  const ordered: BackedTable[] = [];
  const visit = ({ name, columns, needs }: (typeof rows)[number]) => {
    if (ordered.some((table) => table.name === name)) return;
    for (const row of rows) if (needs.includes(row.name)) visit(row);
    ordered.push({ name, columns });
  };
  rows.forEach(visit);
  return ordered;
}

/** The partitions that are there, each with its parent and its bounds in SQL. */
export async function partitionsOf(client: pg.ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`,
  );
  return rows;
}

/** The sequences of identity columns that have given out a number, and all that number a Group's records. */
export async function sequencesOf(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select schemaname as schema, sequencename as name, start_value::text as start, last_value::text as value from pg_sequences
     where schemaname = $1 or schemaname = 'public' and last_value is not null order by schemaname, sequencename`,
    [NUMBERS],
  );
  return rows;
}

/** An identifier in SQL. */
export function quoted(...names: string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
}
