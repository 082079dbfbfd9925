import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { LocationQueries } from '#contexts/locations';
import {
  Beyond,
  type Change,
  Changed,
  ContextApis,
  CurrentCaller,
  created,
  Endpoint,
  ID,
  Problems,
  Requires,
  versioned,
} from '#platform/http';
import { type Repeated, Replays } from '#platform/idempotency';
import type { Caller } from '#platform/kernel';
import { WebhookDispatch } from '../commands/webhook-dispatch.js';
import { EventEndpoints } from '../configuration/event-endpoints.js';
import type { EventEndpoint } from '../configuration/visible-endpoints.js';
import { laneOf } from '../domain/lane-name.js';
import { WebhookHealthQueries } from '../read-model/webhook-health.queries.js';
import {
  endpointRecord,
  NewWebhookEndpoint,
  NewWebhookEndpointRecord,
  WebhookEndpointRecord,
  WebhookEndpointUpdate,
} from './endpoint.records.js';
import { EndpointHealthRecord, endpointHealthRecords } from './health.record.js';
import { EventReference, WebhookSecret } from './webhook.records.js';

/** Webhook endpoints beside the one configuration (decisions.md, section 10). */
@Beyond()
@Controller('api/v2/webhooks/endpoints')
export class WebhookEndpointsController {
  constructor(
    private readonly endpoints: EventEndpoints,
    private readonly dispatch: WebhookDispatch,
    private readonly health: WebhookHealthQueries,
    private readonly locations: LocationQueries,
    private readonly apis: ContextApis,
  ) {}

  @Get()
  @Requires('webhooks.read')
  @Endpoint('listWebhookEndpoints', 'List webhook endpoints', {
    description: 'In the order they were made. Those for Locations out of reach are left out.',
    answers: [WebhookEndpointRecord],
  })
  async list(@CurrentCaller() caller: Caller) {
    return (await this.endpoints.list(caller)).map((endpoint) => this.record(caller, endpoint));
  }

  @Get(':endpointID')
  @Requires('webhooks.read')
  @Endpoint('getWebhookEndpoint', 'Get a webhook endpoint', {
    description:
      'Returns an endpoint without its secrets. `disabledReason` says why the service has switched it off; `PUT` with ' +
      '`enabled` switches it on again. One that is only for Locations out of reach is 404.',
    answers: WebhookEndpointRecord,
  })
  async one(@CurrentCaller() caller: Caller, @ID('endpointID') endpointID: number) {
    return versioned(await this.endpoints.one(caller, endpointID), (row) => this.record(caller, row));
  }

  @Post()
  @Requires('webhooks.configure')
  @Endpoint('createWebhookEndpoint', 'Create a webhook endpoint', {
    description:
      'From now on it is told of the events it names, each as a `POST` by Standard Webhooks. A record’s making is `created` alone ' +
      'and its deletion `deleted` alone; `status` is any later change of status. The secret is returned only here. ' +
      'A Group has at most 20 endpoints.',
    answers: NewWebhookEndpointRecord,
    status: 201,
  })
  @Replays((endpoints: WebhookEndpointsController, { caller, first }: Repeated<NewWebhookEndpointRecord>) =>
    endpoints.withSecret(caller, first.ID, first.secret),
  )
  @Problems('limit_reached')
  async create(@CurrentCaller() caller: Caller, @Body() body: NewWebhookEndpoint) {
    const { id, secret } = await this.endpoints.create(caller, body);
    return created(`/api/v2/webhooks/endpoints/${id}`, await this.withSecret(caller, id, secret));
  }

  @Put(':endpointID')
  @Requires('webhooks.configure')
  @Endpoint('updateWebhookEndpoint', 'Update a webhook endpoint', {
    description:
      'Omitted fields keep their value. While it is disabled nothing is sent, and what waits fails when it is due. ' +
      'The password of a URL is never shown again: `https://user:***@host/` keeps that of the same user at the same host.',
    answers: WebhookEndpointRecord,
  })
  async update(
    @Changed('endpointID') { caller, id: endpointID, expected }: Change,
    @Body() { url, description, events, locationIDs, enabled }: WebhookEndpointUpdate,
  ) {
    await this.endpoints.update(caller, endpointID, { url, description, events, locationIDs, enabled }, expected);
    return this.one(caller, endpointID);
  }

  @Delete(':endpointID')
  @Requires('webhooks.configure')
  @Endpoint('deleteWebhookEndpoint', 'Delete a webhook endpoint', {
    description:
      'What waits for it fails as `endpoint_disabled` and cannot be redelivered. Its events stay listed for as long as others are kept.',
  })
  async delete(@Changed('endpointID') { caller, id: endpointID, expected }: Change) {
    await this.endpoints.remove(caller, endpointID, expected);
  }

  @Post(':endpointID/rotate-secret')
  @Requires('webhooks.configure')
  @Endpoint('rotateWebhookEndpointSecret', 'Rotate the signing secret of an endpoint', {
    description: 'Deliveries are signed with both the new and the old secret for 24 hours. The new secret is returned only once.',
    answers: WebhookSecret,
  })
  @Replays(whileItIsThere<WebhookSecret>)
  async rotateSecret(@CurrentCaller() caller: Caller, @ID('endpointID') endpointID: number) {
    return { secret: await this.endpoints.rotateSecret(caller, endpointID) };
  }

  @Post(':endpointID/test')
  @Requires('webhooks.configure')
  @Endpoint('testWebhookEndpoint', 'Send a test event to an endpoint', {
    description:
      'Sends a signed `{ "type": "test" }` event once, without retries; its ID is the `webhook-id`. 409 `conflict` if the ' +
      'endpoint is disabled.',
    answers: EventReference,
    status: 202,
  })
  @Replays(whileItIsThere<EventReference>)
  @Problems('conflict')
  async test(@CurrentCaller() caller: Caller, @ID('endpointID') endpointID: number) {
    await this.endpoints.one(caller, endpointID);
    return { ID: await this.dispatch.ping(caller, laneOf(endpointID)) };
  }

  @Get(':endpointID/health')
  @Requires('webhooks.read')
  @Endpoint('getWebhookEndpointHealth', 'Get the health of an endpoint', {
    description: 'Counts its deliveries of the last 24 hours, per active Location that it is told of.',
    answers: [EndpointHealthRecord],
  })
  async healthOf(@CurrentCaller() caller: Caller, @ID('endpointID') endpointID: number) {
    const { enabled, location_ids } = await this.endpoints.one(caller, endpointID);
    const { records } = await this.locations.list(caller, { page: 1 });
    const told = location_ids && new Set(location_ids);
    const active = records.filter(({ active, location_id }) => active && (!told || told.has(location_id)));
    const IDs = active.map(({ location_id }) => location_id);
    return endpointHealthRecords(enabled, await this.health.of(caller.group.id, IDs, [laneOf(endpointID)]));
  }

  private async withSecret(caller: Caller, endpointID: number, secret: string) {
    const endpoint = await this.endpoints.one(caller, endpointID);
    return versioned(endpoint, (row) => ({ ...this.record(caller, row), secret }));
  }

  private record(caller: Caller, endpoint: EventEndpoint): WebhookEndpointRecord {
    return endpointRecord(endpoint, this.apis.allows(caller, 'webhooks.configure') ? 'masked' : 'bare');
  }
}

/** The answer about an endpoint, as long as the caller may see it. */
async function whileItIsThere<Answer>(endpoints: WebhookEndpointsController, { caller, params, first }: Repeated<Answer>) {
  await endpoints.one(caller, Number(params.endpointID));
  return first;
}
