import { Injectable } from '@nestjs/common';
import { type Expression, sql } from 'kysely';
import { LocationQueries } from '#contexts/locations';
import { anyOf, Database, looseScan, type Row, type Statement, statement, tables } from '#platform/database';
import {
  type Caller,
  NotFound,
  type Page,
  type PageRequest,
  pageOf,
  UnknownReferences,
  ValidationFailed,
} from '#platform/kernel';
import { firstIdOf, isEventID, lastIdOf } from '../domain/event-id.js';
import { KINDS, type Kind } from '../domain/kinds.js';
import { type LaneName, laneOf } from '../domain/lane-name.js';
import type { WebhookAttemptEntity, WebhookConfigurationEntity, WebhookDeliveryEntity } from './webhook.entities.js';

const db = tables<typeof WebhookDeliveryEntity | typeof WebhookAttemptEntity | typeof WebhookConfigurationEntity>();

export type DeliveryRow = Row<typeof WebhookDeliveryEntity>;
export type AttemptRow = Row<typeof WebhookAttemptEntity>;

/** Filters for webhook events (api-v2.md, Webhook monitoring; decisions.md, section 10). */
export interface EventFilter {
  /** All when left out. */
  type?: string;
  endpointID?: number;
  locationID?: string;
  status?: 'success' | 'failed';
  startDate?: Date;
  endDate?: Date;
}

/** Reads webhook events that the caller may access. */
@Injectable()
export class WebhookEventQueries {
  constructor(
    private readonly database: Database,
    private readonly locations: LocationQueries,
  ) {}

  /** @throws UnknownReferences for a Location out of reach and an endpoint that never was */
  async assertKnown(caller: Caller, { locationID, endpointID }: EventFilter): Promise<void> {
    const unknown: string[] = [];
    if (locationID !== undefined && !(await this.database.queryOne(this.locations.reading(caller, locationID))))
      unknown.push('locationID');
    if (endpointID !== undefined && !(await this.wasMade(caller.group.id, endpointID))) unknown.push('endpointID');
    if (unknown.length > 0) throw new UnknownReferences(unknown);
  }

  /** Also an endpoint that was deleted: its log stays. */
  private async wasMade(groupID: number, endpointID: number): Promise<boolean> {
    const query = db.selectFrom('webhook_configurations').select('endpoints_made').where('group_id', '=', groupID);
    return ((await this.database.queryOne(query))?.endpoints_made ?? 0) >= endpointID;
  }

  /** A page of events that had at least one attempt, newest first, without pings. */
  async page(caller: Caller, filter: EventFilter, request: PageRequest): Promise<Page<DeliveryRow>> {
    const listed = this.listed(caller, filter);
    const { after, limit } = request;
    if (after !== undefined && !isEventID(String(after))) {
      throw new ValidationFailed([{ field: 'after', code: 'invalid_format', message: 'Must be the ID of a webhook event.' }]);
    }
    const skipped = after === undefined ? (request.page - 1) * limit : 0;
    const newest = listed
      .selectAll()
      .orderBy('id', 'desc')
      .$if(after !== undefined, (query) => query.where('id', '<', String(after)));
    const isOneLane = isKind(filter.type) || filter.endpointID !== undefined;
    const inLane = newest.where('kind', '=', sql<LaneName>`lane.kind`).limit(skipped + limit + 1);
    const { id: groupID } = caller.group;
    const read = isOneLane ? newest.limit(limit + 1).offset(skipped) : ofAllLanes(groupID, inLane, limit + 1, skipped);
    const rows = await this.database.paged(groupID, request, () => this.database.query(read));
    const counting = listed.select(sql<number>`count(*)::int`.as('total'));
    const total = request.count
      ? (await this.database.inTurn('statistics', groupID, () => this.database.queryOne(counting)))!.total
      : null;
    return pageOf(rows, limit, total);
  }

  /** @throws NotFound when it does not exist or the caller may not access it */
  async one(caller: Caller, eventID: string): Promise<DeliveryRow> {
    const row = isEventID(eventID)
      ? await this.database.queryOne(this.within(caller).selectAll().where('id', '=', eventID.toLowerCase()))
      : null;
    if (!row) throw new NotFound('The webhook event');
    return row;
  }

  /** All attempts of an event, oldest first. */
  attempts(caller: Caller, eventID: string): Promise<AttemptRow[]> {
    return this.database.query(
      db
        .selectFrom('webhook_attempts')
        .selectAll()
        .where('group_id', '=', caller.group.id)
        .where('delivery_id', '=', eventID)
        .orderBy('attempt'),
    );
  }

  /** Dates are compared with the time in the IDs, so that the primary key serves the query. */
  private listed(caller: Caller, { type, endpointID, locationID, status, startDate, endDate }: EventFilter) {
    return (
      this.within(caller)
        .$if(isKind(type), (query) => query.where('kind', '=', type as Kind))
        .$if(type !== undefined && !isKind(type), (query) => query.where('event', '=', type!))
        .$if(endpointID !== undefined, (query) => query.where('kind', '=', laneOf(endpointID!)))
        .where('location_id', 'is not', null)
        .where('status', 'is not', null)
        // A delivery that was pending when its kind was disabled has failed without an attempt.
        .where('attempts', '>', 0)
        .$if(locationID !== undefined, (query) => query.where('location_id', '=', locationID!))
        // A literal, so that the partial index on failed events can be used.
        .$if(status !== undefined, (query) =>
          query.where('status', '=', status === 'failed' ? sql.lit('failed') : sql.lit('success')),
        )
        .$if(startDate !== undefined, (query) => query.where('id', '>=', firstIdOf(startDate!)))
        .$if(endDate !== undefined, (query) => query.where('id', '<=', lastIdOf(endDate!)))
    );
  }

  /** A ping has no Location; everyone who may monitor webhooks sees it. */
  private within({ group, scope }: Caller) {
    const query = db.selectFrom('webhook_deliveries').where('group_id', '=', group.id);
    if (scope.all) return query;
    return query.where(({ or, eb }) => or([eb('location_id', 'is', null), eb('location_id', '=', anyOf(scope.locationIDs))]));
  }
}

function isKind(type: string | undefined): type is Kind {
  return (KINDS as readonly unknown[]).includes(type);
}

/**
 * The newest of each lane, put together: those of one lane are read in the order of an index that begins with it. Every lane with listed
 * events, those of deleted endpoints included, is found by a loose scan of that index.
 */
function ofAllLanes(groupID: number, inLane: Expression<DeliveryRow>, limit: number, skipped: number): Statement<DeliveryRow> {
  const listed = sql`group_id = ${groupID}::int and status is not null and location_id is not null`;
  return statement(sql<DeliveryRow>`
    with recursive ${looseScan('lane', sql`webhook_deliveries`, ['kind'], listed)}
    select event.* from lane cross join lateral ${inLane} event
    order by event.id desc limit ${limit}::bigint offset ${skipped}::bigint`);
}
