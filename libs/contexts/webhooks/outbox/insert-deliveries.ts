import { type RawBuilder, sql } from 'kysely';
import { statement, template, valuesOf } from '#platform/database';
import type { Subject } from '#platform/event-store';

interface Values {
  groupID: number;
  /** The number of the record. */
  id: number;
  at: string;
  eventID: string;
  /** The kind of the configuration; null when its URLs receive nothing. */
  kind: string | null;
  status: string | null;
  /** The start of the configuration's body: the part known before the record and its Location are read. */
  head: string | null;
  /** The reports to endpoints as JSON, each with its type and the start of its body. */
  reports: string;
}

const json = (value: RawBuilder<unknown>) => sql`coalesce(to_json(${value})::text, 'null')`;

/** The record that a delivery is about. */
interface Inserted {
  group_id: number;
  subject_id: number;
}

/** All deliveries of an event are rows of this one statement, however many endpoints it has. */
function insertionFor(subject: Subject['row']) {
  return template<Values, Inserted>(
    ({ groupID, id, at, eventID, kind, status, head, reports }) => {
      // Due at once, even if this machine's clock is ahead of the database's.
      const due = sql`least(now(), given.at)`;
      const own = sql`'"locationID":' || ${json(sql`r.location_id`)} || ',"externalID":' || ${json(subject.externalID)}`;
      return statement(sql<Inserted>`
      insert into webhook_deliveries
        (group_id, id, kind, location_id, subject_id, subject_status, body, created_at, next_attempt_at, claimable_at, event)
      select r.group_id, made.id, made.kind, r.location_id, r.id, made.status, made.body, given.at, ${due}, ${due}, made.event
      from (${valuesOf(sql`(${groupID}::int, ${id}::int, ${at}::timestamptz, ${eventID}::text, ${kind}::text, ${status}::text,
        ${head}::text, ${reports}::jsonb)`)}) given (group_id, id, at, event_id, kind, status, head, reports)
      join ${subject.table} r on r.group_id = given.group_id and r.id = given.id
      cross join lateral (
        select given.event_id::uuid as id, e.kind, given.status, null::text as event,
          given.head || ${own} || ',"locationReference":' || ${json(sql`l.reference`)} || '}}' as body
        from webhook_endpoints e
        left join location_directory l on l.group_id = e.group_id and l.location_id = r.location_id
        where e.group_id = given.group_id and e.kind = given.kind and e.enabled and e.url is not null
        union all
        select (left(given.event_id, 24) || left(md5(given.event_id || report.type || e.id), 12))::uuid, 'endpoint:' || e.id,
          ${subject.status}, report.type,
          report.head || '"id":' || ${subject.id} || ',' || ${own} || ',"status":' || ${json(subject.status)} || '}}'
        from webhook_event_endpoints e
        join jsonb_to_recordset(given.reports) as report(type text, head text) on report.type = any(e.event_types)
        where e.group_id = given.group_id and e.enabled and (e.location_ids is null or r.location_id = any(e.location_ids))
      ) made
      on conflict (group_id, id) do nothing
      returning group_id, subject_id`);
    },
    ({ groupID, id }) => ({ as: 'one insert', isOwn: (row) => row.group_id === groupID && row.subject_id === id }),
  );
}

const insertions = new Map<string, ReturnType<typeof insertionFor>>();

/** The statement for a kind of record. */
export function insertionOf({ stream: { type }, row }: Subject) {
  const known = insertions.get(type) ?? insertionFor(row);
  insertions.set(type, known);
  return known;
}
