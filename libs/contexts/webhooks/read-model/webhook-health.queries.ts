import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, serviceTime, statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import { KINDS } from '../domain/kinds.js';
import type { LaneName } from '../domain/lane-name.js';
import type { HealthRow } from '../domain/webhook-health.js';

/** Counts the deliveries of each Location in the last 24 hours. */
@Injectable()
export class WebhookHealthQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** For each Location, in the order given, a row for each lane, by their names: first `itemStatus`, then `requestStatus`. */
  of(groupID: number, locationIDs: readonly string[], lanes: readonly LaneName[] = KINDS): Promise<HealthRow[]> {
    const counted = statement(sql<HealthRow>`
        select l.location_id, k.kind, day.*
        from unnest(${locationIDs}::text[]) with ordinality as l(location_id, place)
        cross join unnest(${lanes}::text[]) as k(kind)
        cross join lateral (
          select (count(*) filter (where status = 'success'))::int as success,
            (count(*) filter (where status = 'failed'))::int as failed,
            max(last_attempt_at) filter (where status = 'success') as last_success_at,
            max(last_attempt_at) filter (where status = 'failed') as last_failure_at,
            count(*) filter (where recency <= 10 and status = 'failed') = 10 as last_ten_failed
          from (
            select d.status, d.last_attempt_at, row_number() over (order by d.last_attempt_at desc) as recency
            from webhook_deliveries d
            where d.group_id = ${groupID}::int and d.location_id = l.location_id and d.kind = k.kind and d.status is not null
              and d.last_attempt_at > ${serviceTime(this.clock)} - interval '24 hours'
          ) sent
        ) day
        order by l.place, k.kind`);
    return this.database.inTurn('statistics', groupID, async () => (await this.database.list<[HealthRow]>(counted))[0]);
  }
}
