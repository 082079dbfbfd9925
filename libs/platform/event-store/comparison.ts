import { sql } from 'kysely';
import { type MeasuredRow, SEALED_KEY, WITH_KEYS } from './event-pages.js';

/** A record, by which a rebuild goes forward. */
export interface RecordKey {
  group_id: number;
  id: number;
}

/** A record whose row is not what its events say. */
export interface Difference extends RecordKey {
  table: string;
  /** `missing`: there is no row; `extra`: there are no events; `different`: columns differ; `unreadable`: its events can't be read. */
  kind: 'missing' | 'extra' | 'different' | 'unreadable';
  /** The columns that differ. */
  columns: string[];
}

/** A record that differs, with what is needed to replace its row. */
export interface Found extends Difference {
  /** The row that its events give, as text; null: none. */
  made: string | null;
  /** The transaction that wrote the row that was seen; null: there was none. */
  seen: string | null;
}

/** A part of a table, compared with what its events say. */
export interface Compared {
  records: number;
  /** Hashes of all rows, as they are and as their events give them. */
  live: string;
  rebuilt: string;
  found: Found[];
  unreadable: Difference[];
  /** How many events were replayed. */
  events: number;
}

/** Records that follow each other: those behind the first up to the last. */
export interface Range {
  behind: RecordKey;
  to: RecordKey;
}

/** Maximum events, and bytes of them, that are read together: memory use does not grow with their number. */
export const [BATCH, BYTES] = [2_000, 4 * 1024 * 1024];

/** The name of a record within its table. */
export function nameOf({ group_id, id }: RecordKey): string {
  return `${group_id}/${id}`;
}

/** Makes the temporary table. Columns that a trigger fills are filled there too. */
export function madeBeside(table: string): string {
  return `create temp table made (like public."${table}" including defaults including generated, primary key (group_id, id)) on commit drop;
    do $$ declare made text; begin
      for made in
        select replace(pg_get_triggerdef(oid), ' ON public.${table} ', ' ON pg_temp.made ') from pg_trigger
        where tgrelid = 'public.${table}'::regclass and not tgisinternal
      loop execute made; end loop;
    end $$`;
}

/** Compares the rows of a range with those in the temporary table. */
export function comparison(table: string): string {
  return `with live as materialized (
      select group_id, id, xmin::text as seen, t::text as text from public."${table}" t
      where (group_id, id) > ($1::int, $2::int) and (group_id, id) <= ($3::int, $4::int)
    ), rebuilt as materialized (select group_id, id, t::text as text from pg_temp.made t)
    select count(l.text)::int as records, coalesce(md5(string_agg(md5(l.text), '' order by group_id, id)), '') as live,
      coalesce(md5(string_agg(md5(r.text), '' order by group_id, id)), '') as rebuilt,
      coalesce(json_agg(json_build_object(
        'table', '${table}', 'group_id', group_id, 'id', id, 'made', r.text, 'seen', seen,
        'kind', case when l.text is null then 'missing' when r.text is null then 'extra' else 'different' end,
        'columns', array(
          select key from json_each_text(row_to_json(l.text::public."${table}")) one
          join json_each_text(row_to_json(r.text::public."${table}")) other using (key)
          where one.value is distinct from other.value order by key
        )) order by group_id, id) filter (where l.text is distinct from r.text), '[]') as found
    from live l full join rebuilt r using (group_id, id)`;
}

/** The first events of a kind of record behind one up to the last of a record, with the size of all up to each. */
export function selectAfter(type: string, behind: RecordKey & { version: number }, to: RecordKey) {
  const size = sql`octet_length(data::text)`;
  return sql<MeasuredRow>`
    select e.*, ${SEALED_KEY} from (
      select *, ${size} as bytes,
        sum(${size}) over (order by group_id, stream_type, stream_id, version rows unbounded preceding)::float8 as total
      from events
      where stream_type = ${type}::text and (group_id, stream_type, stream_id) <= (${to.group_id}::int, ${type}::text, ${to.id}::int)
        and (group_id, stream_type, stream_id, version) >
          (${behind.group_id}::int, ${type}::text, ${behind.id}::int, ${behind.version}::int)
      order by group_id, stream_type, stream_id, version limit ${sql.lit(BATCH)}
    ) e
    ${WITH_KEYS}
    where e.total - e.bytes < ${sql.lit(BYTES)}
    order by e.group_id, e.stream_type, e.stream_id, e.version`;
}
