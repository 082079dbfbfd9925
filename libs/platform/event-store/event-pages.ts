import { type RawBuilder, sql } from 'kysely';
import { type Statement, statement, template } from '#platform/database';
import type { Actor } from '#platform/kernel';
import type { StreamID } from './recorded-event.js';

/** Maximum events and bytes of a stream per read, for each of the callers that read together. */
export const [PAGE, PAGE_BYTES] = [200, 256 * 1024];

/** A page that is read by itself is larger, and so is one of the history, which is answered as a whole; in bytes. */
export const [ALONE_BYTES, LISTED_BYTES] = [4 * 1024 * 1024, 4 * 1024 * 1024];

/** The columns of an event with its size, and the size of all up to it in the order of their versions. */
const measured = (order: RawBuilder<unknown>) => sql`group_id, stream_type, stream_id, version, type, data, actor, request_id, at,
  octet_length(data::text) as bytes,
  sum(octet_length(data::text)) over (order by version ${order} rows unbounded preceding)::float8 as total`;

/** Joins the keys of subjects to events `e`. */
export const WITH_KEYS = sql`left join subject_keys k
  on k.group_id = e.group_id and k.stream_type = e.stream_type and k.stream_id = e.stream_id`;
/** The key that the personal data of an event was sealed with. */
export const SEALED_KEY = sql`case when e.version > k.after_version then k.sealed_key end as sealed_key`;

/**
 * Limits reading to records of one table at some Locations, where they are named: a caller who may not see a record waits no longer than
 * for none.
 */
const isWithin = (
  placed: RawBuilder<unknown>,
  { groupID, id, within }: Record<'groupID' | 'id' | 'within', RawBuilder<unknown>>,
) => sql`
  and exists (select from ${placed} r where r.group_id = ${groupID}::int and r.id = ${id}::int and r.location_id = any(${within}::text[]))`;

const pageOf = (placed?: RawBuilder<unknown>) =>
  template<Asked, PageRow>(({ groupID, type, id, from, shape, types, most, within }) =>
    statement(sql`
    with s as materialized (
      select version, state, bytes from snapshots
      where group_id = ${groupID}::int and stream_type = ${type}::text and stream_id = ${id}::int
        and purpose = 'state' and shape = ${shape}::text
    )
    select e.*, ${SEALED_KEY},
      case when e.version = (select version from s) then (select json_build_object('state', state, 'bytes', bytes) from s) end as snapshot
    from (
      select ${measured(sql`asc`)} from events
      where group_id = ${groupID}::int and stream_type = ${type}::text and stream_id = ${id}::int
        and (${types}::text[] is null or type = any(${types}::text[]))
        and version >= greatest(${from}::int, (select version from s))
        ${placed && within ? isWithin(placed, { groupID, id, within }) : sql``}
      order by version limit ${sql.lit(PAGE)}
    ) e
    ${WITH_KEYS}
    where e.total - e.bytes < ${most}::float8
    order by e.version`),
  );
const anywhere = pageOf();
const pagesWithin = new Map<string, typeof anywhere>();

/** A page of a stream, oldest first. */
export function selectPage(asked: Omit<Asked, 'within'>, within: PageOptions['within']): Statement<PageRow> {
  if (!within) return anywhere(asked);
  const known = pagesWithin.get(asked.type) ?? pageOf(within.placed);
  pagesWithin.set(asked.type, known);
  return known({ ...asked, within: within.locationIDs });
}

/** A page of a stream, newest first. */
export const selectNewest = template<StreamID & { limit: number; offset: number }, MeasuredRow>(
  ({ groupID, type, id, limit, offset }) =>
    statement(sql`
    select e.*, ${SEALED_KEY}
    from (
      select ${measured(sql`desc`)} from (
        select * from events
        where group_id = ${groupID}::int and stream_type = ${type}::text and stream_id = ${id}::int
        order by version desc limit ${limit}::int offset ${offset}::bigint
      ) listed
    ) e
    ${WITH_KEYS}
    where e.total - e.bytes < ${sql.lit(LISTED_BYTES)}
    order by e.version desc`),
);

/** The events of a stream that are read. */
export interface PageOptions {
  /** The first version. */
  from?: number;
  /** Where there is a snapshot of this shape, the events from its version on. */
  shape?: string;
  /** Kinds of event; all where null. */
  types?: readonly string[] | null;
  /** The Locations that the record must lie at, else it has no events; any where absent. */
  within?: { placed: RawBuilder<unknown>; locationIDs: readonly string[] };
}

type Asked = Required<Omit<PageOptions, 'within'>> & StreamID & { most: number; within?: readonly string[] };

/** One row of the events table with the key that its personal data was sealed with; null when that was destroyed. */
export interface EventRow {
  group_id: number;
  stream_type: string;
  stream_id: number;
  version: number;
  type: string;
  data: Record<string, unknown>;
  actor: Actor;
  request_id: string | null;
  at: string;
  sealed_key: Buffer | null;
}

/** The same with its size and that of the ones read with it up to it, in bytes. */
export interface MeasuredRow extends EventRow {
  bytes: number;
  total: number;
}

/** The same with the snapshot of its version, if there is one. */
export interface PageRow extends MeasuredRow {
  snapshot: { state: object; bytes: number } | null;
}
