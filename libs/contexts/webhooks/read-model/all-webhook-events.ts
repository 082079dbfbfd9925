import { Injectable } from '@nestjs/common';
import { LocationQueries } from '#contexts/locations';
import { Database, tables } from '#platform/database';
import { type Caller, type Page, type PageRequest, UnknownReferences } from '#platform/kernel';
import type { WebhookConfigurationEntity } from './webhook.entities.js';
import { type DeliveryRow, type EventFilter, WebhookEventQueries } from './webhook-event.queries.js';

const db = tables<typeof WebhookConfigurationEntity>();

/** The list of all webhook events of a Group: the configuration's and the endpoints' (decisions.md, section 10). */
@Injectable()
export class AllWebhookEvents {
  constructor(
    private readonly database: Database,
    private readonly locations: LocationQueries,
    private readonly events: WebhookEventQueries,
  ) {}

  /** A page of them, newest first. @throws UnknownReferences for a Location out of reach and an endpoint that never was */
  async page(caller: Caller, filter: EventFilter, request: PageRequest): Promise<Page<DeliveryRow>> {
    const { locationID, endpointID } = filter;
    const unknown = [
      ...(locationID === undefined || (await this.database.queryOne(this.locations.reading(caller, locationID)))
        ? []
        : ['locationID']),
      ...(endpointID === undefined || (await this.wasMade(caller.group.id, endpointID)) ? [] : ['endpointID']),
    ];
    if (unknown.length > 0) throw new UnknownReferences(unknown);
    return this.events.page(caller, filter, request);
  }

  /** Also one that was deleted: its log stays. */
  private async wasMade(groupID: number, endpointID: number): Promise<boolean> {
    const query = db.selectFrom('webhook_configurations').select('endpoints_made').where('group_id', '=', groupID);
    return ((await this.database.queryOne(query))?.endpoints_made ?? 0) >= endpointID;
  }
}
