import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { RecordKey } from './replay.js';

/** A record whose row is not what its events say. */
export interface Difference extends RecordKey {
  table: string;
  /** `missing`: there is no row; `extra`: there are no events; `different`: columns differ. */
  kind: 'missing' | 'extra' | 'different';
  /** The columns that differ. */
  columns: string[];
}

/** A part of a table, live and as replayed. */
export interface Compared {
  records: number;
  hash: { live: string; rebuilt: string };
  differences: Difference[];
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
 * Compares the rows after one record up to another in the real table with those in the temporary one.
 * @param client in the transaction that replayed the events: both are of one moment
 * @param last null: up to the end
 */
export async function compare(
  client: pg.ClientBase,
  table: string,
  after: RecordKey | null,
  last: RecordKey | null,
): Promise<Compared> {
  const from = after ?? { group_id: 0, id: 0 };
  const values = [from.group_id, from.id, ...(last ? [last.group_id, last.id] : [])];
  const range = `(group_id, id) > ($1::int, $2::int) ${last ? 'and (group_id, id) <= ($3::int, $4::int)' : ''}`;
  const part = async (name: string) => {
    const { rows } = await client.query<{ hash: string; records: number }>(
      `select coalesce(md5(string_agg(md5(t::text), '' order by group_id, id)), '') as hash, count(*)::int as records
       from ${name} t where ${range}`,
      values,
    );
    return rows[0]!;
  };
  const [live, rebuilt] = [await part(`public."${table}"`), await part(`pg_temp."${table}"`)];
  const hash = { live: live.hash, rebuilt: rebuilt.hash };
  if (live.hash === rebuilt.hash) return { records: live.records, hash, differences: [] };
  const { rows } = await client.query<Omit<Difference, 'table'>>(
    `select group_id, id, case when l is null then 'missing' when r is null then 'extra' else 'different' end as kind,
       array(
         select key from json_each_text(row_to_json(l)) one join json_each_text(row_to_json(r)) other using (key)
         where one.value is distinct from other.value order by key
       ) as columns
     from (select t.group_id, t.id, t as l from public."${table}" t where ${range}) live
     full join (select t.group_id, t.id, t as r from pg_temp."${table}" t where ${range}) rebuilt using (group_id, id)
     where l::text is distinct from r::text
     order by group_id, id`,
    values,
  );
  return { records: live.records, hash, differences: rows.map((row) => ({ table, ...row })) };
}
