import type { Found } from './comparison.js';
import { NO_MORE } from './facts.js';

/** A statement as `roundTrip` takes it. */
interface Query {
  text: string;
  values: unknown[];
}

/** The rows that were compared, of those that nobody has locked: for `update` and `delete`, which leave out what was written since. */
const FREE = (table: string) => `
  free as materialized (
    select group_id, id, xmin as wrote from public."${table}" where (group_id, id) in (select group_id, id from given)
    order by group_id, id for no key update skip locked
  )`;
const SAME = 'l.group_id = free.group_id and l.id = free.id and free.wrote = given.seen';

/** Gives rows what their events say, where they are as they were seen and not locked. It returns the keys of these. */
export function updated(table: string, columns: readonly string[], found: readonly Found[]): Query {
  const values = columns
    .filter((column) => !['group_id', 'id'].includes(column))
    .map((column) => `"${column}" = (made)."${column}"`);
  return {
    text: `with ${GIVEN(table)}, ${FREE(table)}
      update public."${table}" l set ${values.join()} from given join free using (group_id, id) where ${SAME}
      returning l.group_id, l.id`,
    values: valuesOf(found),
  };
}

/** Removes rows without events, where they are as they were seen and not locked. It returns the keys of these. */
export function removed(table: string, found: readonly Found[]): Query {
  return {
    text: `with ${GIVEN(table)}, ${FREE(table)}
      delete from public."${table}" l using given join free using (group_id, id) where ${SAME}
      returning l.group_id, l.id`,
    values: valuesOf(found),
  };
}

/** Makes rows that are missing; one that somebody made meanwhile stays. */
export function inserted(table: string, columns: readonly string[], found: readonly Found[]): Query {
  const [names, values] = [columns.map((column) => `"${column}"`), columns.map((column) => `(made)."${column}"`)];
  return {
    text: `with ${GIVEN(table)}
      insert into public."${table}" (${names.join()}) select ${values.join()} from given
      on conflict (group_id, id) do nothing`,
    values: valuesOf(found),
  };
}

/** Replaces rows all at once, while nobody writes to the table. It fails as a fact does when one was written since it was seen. */
export function exchanged(table: string, columns: readonly string[], found: readonly Found[]): Query[] {
  const values = valuesOf(found);
  const live = `public."${table}" l join given using (group_id, id)`;
  return [
    { text: 'set constraints all deferred', values: [] },
    { text: `lock table public."${table}" in share row exclusive mode`, values: [] },
    {
      text: `with ${GIVEN(table)}
        select (case when (select count(*) from ${live} where l.xmin = seen) = (select count(seen) from given)
          then '1' else '${NO_MORE}' end)::int`,
      values,
    },
    {
      text: `with ${GIVEN(table)} delete from public."${table}" where (group_id, id) in (select group_id, id from given)`,
      values,
    },
    inserted(
      table,
      columns,
      found.filter(({ made }) => made !== null),
    ),
  ];
}

function GIVEN(table: string): string {
  return `given as materialized (
    select group_id, id, seen::xid as seen, made::public."${table}" as made
    from unnest($1::int[], $2::int[], $3::text[], $4::text[]) given (group_id, id, seen, made)
  )`;
}

function valuesOf(found: readonly Found[]): unknown[] {
  return [
    found.map(({ group_id }) => group_id),
    found.map(({ id }) => id),
    found.map(({ seen }) => seen),
    found.map(({ made }) => made),
  ];
}
