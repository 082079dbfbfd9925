import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { RecordKey } from './replay.js';

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

/** A part of a table, live and as replayed. */
export interface Compared {
  records: number;
  hash: { live: string; rebuilt: string };
  found: Found[];
}

/** Which rows are compared: a condition on `group_id` and `id` with its parameters. */
export interface Compares {
  where: string;
  values: readonly unknown[];
}

/** The rows after one record up to another. @param last null: up to the end */
export function between(after: RecordKey | null, last: RecordKey | null): Compares {
  const from = after ?? { group_id: 0, id: 0 };
  return {
    where: `(group_id, id) > ($1::int, $2::int) ${last ? 'and (group_id, id) <= ($3::int, $4::int)' : ''}`,
    values: [from.group_id, from.id, ...(last ? [last.group_id, last.id] : [])],
  };
}

/** The rows of these records. */
export function among(keys: readonly RecordKey[]): Compares {
  return {
    where: '(group_id, id) in (select * from unnest($1::int[], $2::int[]))',
    values: [keys.map(({ group_id }) => group_id), keys.map(({ id }) => id)],
  };
}

/** A fingerprint of a table that is read part by part. */
export class Fingerprint {
  private readonly hash = createHash('sha256');

  add(part: string): void {
    this.hash.update(part);
  }

  toString(): string {
    return this.hash.copy().digest('hex');
  }
}

/**
 * Compares rows in the real table with those in the temporary one.
 * @param client in the transaction that replayed the events: both are of one moment
 */
export async function compare(client: pg.ClientBase, table: string, { where, values }: Compares): Promise<Compared> {
  const part = async (name: string) => {
    const { rows } = await client.query<{ hash: string; records: number }>(
      `select coalesce(md5(string_agg(md5(t::text), '' order by group_id, id)), '') as hash, count(*)::int as records
       from ${name} t where ${where}`,
      [...values],
    );
    return rows[0]!;
  };
  const [live, rebuilt] = [await part(`public."${table}"`), await part(`pg_temp."${table}"`)];
  const hash = { live: live.hash, rebuilt: rebuilt.hash };
  if (live.hash === rebuilt.hash) return { records: live.records, hash, found: [] };
  const { rows } = await client.query<Omit<Found, 'table'>>(
    `select group_id, id, case when l is null then 'missing' when r is null then 'extra' else 'different' end as kind,
       array(
         select key from json_each_text(row_to_json(l)) one join json_each_text(row_to_json(r)) other using (key)
         where one.value is distinct from other.value order by key
       ) as columns,
       r::text as made, seen
     from (select t.group_id, t.id, t as l, t.xmin::text as seen from public."${table}" t where ${where}) live
     full join (select t.group_id, t.id, t as r from pg_temp."${table}" t where ${where}) rebuilt using (group_id, id)
     where l::text is distinct from r::text
     order by group_id, id`,
    [...values],
  );
  return { records: live.records, hash, found: rows.map((row) => ({ table, ...row })) };
}
