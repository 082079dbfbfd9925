import { sql } from 'kysely';
import { type Statement, serviceTime, statement } from '#platform/database';
import type { Clock } from '#platform/kernel';
import type { Change } from '../domain/change.js';

/**
 * Adds changes to the listings of their Groups, in their order. A number is the service's time in microseconds or else the one behind the
 * last: in a database that was restored from an earlier state, new changes still come behind every cursor that was given out.
 */
export function writeChanges(changes: readonly Change[], clock: Clock): Statement {
  const rows = changes.map((change, nth) => ({ ...change, nth }));
  return statement(sql`with entry as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry ("groupID" int, subject text, id int,
        "locationID" text, change text, status text, fields text[], "changedAt" timestamptz, nth int)
    ), place as (
      select "groupID" as group_id, greatest(
        (extract(epoch from ${serviceTime(clock)}) * 1000000)::bigint,
        1 + coalesce((select number from changes where changes.group_id = "groupID" order by number desc limit 1), 0)
      ) as number from entry group by "groupID"
    )
    insert into changes (group_id, number, subject, subject_id, location_id, change, status, fields, changed_at)
    select place.group_id, place.number + nth, subject, id, "locationID", change, status, fields, "changedAt"
    from entry join place on place.group_id = entry."groupID"`);
}
