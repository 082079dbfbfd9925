import { type RawBuilder, sql } from 'kysely';
import { looseScan } from '#platform/database';
import { NO_LOCATION } from '../message.js';
import { DEFAULT_PER_HOUR } from '../settings/messaging-settings.js';

/** One in so many of a Location's limit is kept for what is urgent. */
const KEPT = 4;

/** More than any worker sends in an hour. */
const NO_LIMIT = 1_000_000;

/**
 * The CTEs `place` and `room`: every Location with messages that wait, and of those that are not in their quiet hours how many more may be
 * sent now by their rate limit; `automatic` of these not urgent, for which a quarter is not there.
 * @param now the service's time, as SQL
 */
export function placesWithRoom(now: RawBuilder<string>): RawBuilder<unknown> {
  const places = looseScan('place', sql`messages`, ['group_id', 'location_id'], sql`claimable_at is not null`);
  return sql`${places}, room as materialized (
    select place.group_id, place.location_id, greatest(most.all_of_them - taken.all_of_them, 0) as room,
      greatest(least(most.all_of_them - taken.all_of_them, most.all_of_them - most.all_of_them / ${KEPT}::int - taken.automatic), 0)
        as automatic
    from place left join messaging_settings s on s.group_id = place.group_id and s.location_id = place.location_id
    left join location_directory l on l.group_id = s.group_id and l.location_id = s.location_id and s.quiet_from is not null
    cross join lateral (
      select case when place.location_id = ${NO_LOCATION}::text then ${NO_LIMIT}::int
        else coalesce(s.per_hour, ${DEFAULT_PER_HOUR}::int) end as all_of_them
    ) most
    cross join lateral (
      select count(*) as all_of_them, count(*) filter (where not m.urgent) as automatic from messages m
      where m.group_id = place.group_id and m.location_id = place.location_id and m.taken_at > ${now} - interval '1 hour'
    ) taken
    where not coalesce(is_quiet(s.quiet_from, s.quiet_to, (${now} at time zone l.zone)::time), false)
    order by random()
  )`;
}
