import { type RawBuilder, sql } from 'kysely';
import { statement, template } from '#platform/database';
import type { Subject } from '#platform/event-store';

interface Values {
  groupID: number;
  /** The number of the record. */
  id: number;
  at: string;
  eventID: string;
  /** Of the configuration; null when its URLs receive nothing. */
  kind: string | null;
  status: string | null;
  /** The start of the configuration's body: the part known before the record and its Location are read. */
  head: string | null;
  /** The reports to endpoints as JSON, each with its type and the start of its body. */
  reports: string;
}

const json = (value: RawBuilder<unknown>) => sql`coalesce(to_json(${value})::text, 'null')`;

/** All deliveries of an event are rows of this one statement, however many endpoints it has. */
function insertionFor(subject: Subject['row']) {
  return template<Values, { id: string }>(({ groupID, id, at, eventID, kind, status, head, reports }) => {
    // Due at once, even if this machine's clock is ahead of the database's.
    const due = sql`least(now(), ${at}::timestamptz)`;
    const own = sql`'"locationID":' || ${json(sql`r.location_id`)} || ',"externalID":' || ${json(subject.externalID)}`;
    return statement(sql<{ id: string }>`
      insert into webhook_deliveries
        (group_id, id, kind, location_id, subject_id, subject_status, body, created_at, next_attempt_at, claimable_at, event)
      select r.group_id, made.id, made.kind, r.location_id, r.id, made.status, made.body, ${at}::timestamptz, ${due}, ${due}, made.event
      from ${subject.table} r cross join lateral (
        select ${eventID}::uuid as id, e.kind, ${status}::text as status, null::text as event,
          ${head}::text || ${own} || ',"locationReference":' || ${json(sql`l.reference`)} || '}}' as body
        from webhook_endpoints e
        left join location_directory l on l.group_id = e.group_id and l.location_id = r.location_id
        where e.group_id = ${groupID}::int and e.kind = ${kind}::text and e.enabled and e.url is not null
        union all
        select (left(${eventID}::text, 24) || left(md5(${eventID}::text || report.type || e.id), 12))::uuid, 'endpoint:' || e.id,
          ${subject.status}, report.type,
          report.head || '"id":' || ${subject.id} || ',' || ${own} || ',"status":' || ${json(subject.status)} || '}}'
        from webhook_event_endpoints e
        join jsonb_to_recordset(${reports}::jsonb) as report(type text, head text) on report.type = any(e.event_types)
        where e.group_id = ${groupID}::int and e.enabled and (e.location_ids is null or r.location_id = any(e.location_ids))
      ) made
      where r.group_id = ${groupID}::int and r.id = ${id}::int
      on conflict (group_id, id) do nothing
      returning id`);
  });
}

const insertions = new Map<string, ReturnType<typeof insertionFor>>();

/** The statement for a kind of record. */
export function insertionOf({ stream: { type }, row }: Subject) {
  const known = insertions.get(type) ?? insertionFor(row);
  insertions.set(type, known);
  return known;
}
