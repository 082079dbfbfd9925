import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, serviceTime, statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import type { LaneKind } from '../domain/lane-name.js';
import { WAITING_LANES } from './waiting-lanes.js';

/** The backlog of each endpoint is counted up to this number: beyond it, only its age matters. */
const COUNT_LIMIT = 10_000;

/** The deliveries that are due, of one kind or to endpoints. */
export interface DueDeliveries {
  kind: LaneKind;
  due: number;
  /** How long the oldest has been due; 0 if none is. */
  oldest_seconds: number;
}

/** Measures the backlog through the index of due deliveries, one lane at a time. */
@Injectable()
export class DueDeliveriesQuery {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  read(): Promise<DueDeliveries[]> {
    const now = serviceTime(this.clock);
    return this.database.query(
      statement(sql<DueDeliveries>`
      with recursive ${WAITING_LANES}
      select case when lane.kind like 'endpoint:%' then 'endpoint' else lane.kind end as kind, sum(waiting.due)::int as due,
        greatest(0, extract(epoch from ${now} - min(waiting.oldest)))::float8 as oldest_seconds
      from lane, lateral (
        select count(*) as due, min(claimable_at) as oldest from (
          select d.claimable_at from webhook_deliveries d
          where d.group_id = lane.group_id and d.kind = lane.kind and d.claimable_at <= ${now}
          order by d.claimable_at limit ${COUNT_LIMIT}::int
        ) first
      ) waiting
      group by 1`),
    );
  }
}
