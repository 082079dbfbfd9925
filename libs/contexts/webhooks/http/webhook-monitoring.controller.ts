import { Controller, Get, Query } from '@nestjs/common';
import { LocationQueries } from '#contexts/locations';
import { Beyond, ContextApis, CurrentCaller, Endpoint, LocationID, listing, Requires } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { WebhookConfigurations } from '../configuration/webhook-configurations.js';
import { type EventFilter, WebhookEventQueries } from '../read-model/webhook-event.queries.js';
import { WebhookHealthQueries } from '../read-model/webhook-health.queries.js';
import { healthRecords, WebhookHealthRecord } from './health.record.js';
import { WebhookConfigurationRecord } from './webhook.records.js';
import { eventRecord, WebhookEventRecord } from './webhook-event.records.js';
import { AllEventsQuery, EventsQuery } from './webhooks.requests.js';

/** Webhook monitoring (api-v2.md, Endpoints). */
@Requires('webhooks.read')
@Controller('api/v2/webhooks')
export class WebhookMonitoringController {
  constructor(
    private readonly configurations: WebhookConfigurations,
    private readonly events: WebhookEventQueries,
    private readonly health: WebhookHealthQueries,
    private readonly locations: LocationQueries,
    private readonly apis: ContextApis,
  ) {}

  @Get('config')
  @Endpoint('getWebhookConfiguration', 'Get the webhook configuration', {
    description:
      'Returns for both kinds whether webhooks are sent, and where to. A password in a URL is shown as `***` to those who ' +
      'may change the configuration; others see URLs without user and query.',
    answers: WebhookConfigurationRecord,
  })
  configuration(@CurrentCaller() caller: Caller) {
    return this.configurations.of(caller.group.id, this.shows(caller));
  }

  @Get('health')
  @Endpoint('getWebhookHealth', 'Get the webhook health of all active Locations', {
    description:
      'Counts the deliveries of the last 24 hours for each active Location and kind, with a status: `disabled`, `idle`, ' +
      '`healthy`, `degraded` or `failing`. `GET /webhooks/events?status=failed` lists what failed.',
    answers: [WebhookHealthRecord],
  })
  async healthOf(@CurrentCaller() caller: Caller) {
    const { records } = await this.locations.list(caller, { page: 1 });
    const active = records.filter((location) => location.active).map((location) => location.location_id);
    const [configuration, rows] = await Promise.all([
      this.configurations.of(caller.group.id),
      this.health.of(caller.group.id, active),
    ]);
    return healthRecords(configuration, rows);
  }

  @Get('events')
  @Beyond()
  @EventList('listWebhookEvents', 'List all webhook events', 'the events of the webhook configuration and of all endpoints')
  async all(@CurrentCaller() caller: Caller, @Query() query: AllEventsQuery) {
    await this.events.assertKnown(caller, query);
    return this.list(caller, query, query);
  }

  @Get('items')
  @EventList('listItemWebhookEvents', 'List item webhook events', 'the `itemStatus` events of the webhook configuration')
  items(@CurrentCaller() caller: Caller, @Query() query: EventsQuery) {
    return this.list(caller, { ...query, type: 'itemStatus' }, query);
  }

  @Get('requests')
  @EventList('listRequestWebhookEvents', 'List request webhook events', 'the `requestStatus` events of the webhook configuration')
  requests(@CurrentCaller() caller: Caller, @Query() query: EventsQuery) {
    return this.list(caller, { ...query, type: 'requestStatus' }, query);
  }

  @Get('location/:locationID/items')
  @EventList(
    'listLocationItemWebhookEvents',
    'List item webhook events of a Location',
    'the `itemStatus` events about items of the Location',
  )
  async itemsOfLocation(@CurrentCaller() caller: Caller, @LocationID() locationID: string, @Query() query: EventsQuery) {
    await this.locations.one(caller, locationID);
    return this.list(caller, { ...query, type: 'itemStatus', locationID }, query);
  }

  @Get('location/:locationID/requests')
  @EventList(
    'listLocationRequestWebhookEvents',
    'List request webhook events of a Location',
    'the `requestStatus` events about Requests of the Location',
  )
  async requestsOfLocation(@CurrentCaller() caller: Caller, @LocationID() locationID: string, @Query() query: EventsQuery) {
    await this.locations.one(caller, locationID);
    return this.list(caller, { ...query, type: 'requestStatus', locationID }, query);
  }

  private async list(caller: Caller, filter: EventFilter, query: EventsQuery) {
    const shows = this.shows(caller);
    return listing(
      query,
      await this.events.page(caller, filter, query),
      (row) => eventRecord(row, shows),
      (row) => row.id,
    );
  }

  private shows(caller: Caller): 'masked' | 'bare' {
    return this.apis.allows(caller, 'webhooks.configure') ? 'masked' : 'bare';
  }
}

/** Documents one of the lists of events. @param events which ones it returns */
function EventList(operation: string, title: string, events: string) {
  return Endpoint(operation, title, {
    description: `Returns ${events}, newest first. An event appears after its first delivery attempt; test events are not listed.`,
    answers: WebhookEventRecord,
    list: 'events',
  });
}
