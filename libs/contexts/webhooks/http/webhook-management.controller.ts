import { Body, Controller, Get, Param, Post, Put } from '@nestjs/common';
import { Beyond, ContextApis, CurrentCaller, Endpoint, Problems, Requires } from '#platform/http';
import { Replays } from '#platform/idempotency';
import type { Caller } from '#platform/kernel';
import { WebhookDispatch } from '../commands/webhook-dispatch.js';
import { WebhookConfigurations } from '../configuration/webhook-configurations.js';
import { WebhookEventQueries } from '../read-model/webhook-event.queries.js';
import { EventReference, RedeliveryCount, WebhookConfigurationRecord, WebhookSecret } from './webhook.records.js';
import { eventDetails, WebhookEventDetails } from './webhook-event.records.js';
import { RedeliveryRequest, WebhookConfigurationRequest, WebhookTestRequest } from './webhooks.requests.js';

/** Webhook configuration and redelivery (decisions.md, sections 7 and 9). */
@Beyond()
@Controller('api/v2/webhooks')
export class WebhookManagementController {
  constructor(
    private readonly configurations: WebhookConfigurations,
    private readonly dispatch: WebhookDispatch,
    private readonly events: WebhookEventQueries,
    private readonly apis: ContextApis,
  ) {}

  @Put('config')
  @Requires('webhooks.configure')
  @Endpoint('changeWebhookConfiguration', 'Update the webhook configuration', {
    description:
      'Omitted fields keep their value. Disabling an event type stops its webhooks, and pending deliveries fail when they are due. ' +
      'The password of a URL is never shown again: `https://user:***@host/` keeps that of the same user at the same host.',
    answers: WebhookConfigurationRecord,
  })
  async change(@CurrentCaller() caller: Caller, @Body() body: WebhookConfigurationRequest) {
    await this.configurations.change(caller, body);
    return this.configurations.of(caller.group.id, 'masked');
  }

  @Post('config/rotate-secret')
  @Requires('webhooks.configure')
  @Replays()
  @Endpoint('rotateWebhookSecret', 'Rotate the signing secret', {
    description: 'Deliveries are signed with both the new and the old secret for 24 hours. The new secret is returned only once.',
    answers: WebhookSecret,
  })
  async rotateSecret(@CurrentCaller() caller: Caller) {
    return { secret: await this.configurations.rotateSecret(caller) };
  }

  @Post('test')
  @Requires('webhooks.configure')
  @Replays()
  @Endpoint('testWebhook', 'Send a test event', {
    description:
      'Sends a signed `{ "type": "test" }` event once, without retries; its ID is the `webhook-id`. Look it up with `GET ' +
      '/webhooks/events/{eventID}`. 409 `conflict` if the kind is disabled or has no URL.',
    answers: EventReference,
    status: 202,
  })
  @Problems('conflict')
  async test(@CurrentCaller() caller: Caller, @Body() { type }: WebhookTestRequest) {
    return { ID: await this.dispatch.ping(caller, type) };
  }

  @Get('events/:eventID')
  @Requires('webhooks.read')
  @Endpoint('getWebhookEvent', 'Get a webhook event', {
    description:
      'Returns an event with its payload as it was sent, and every attempt to deliver it with what the receiver answered.',
    answers: WebhookEventDetails,
  })
  async one(@CurrentCaller() caller: Caller, @Param('eventID') eventID: string) {
    const event = await this.events.one(caller, eventID);
    const shows = this.apis.allows(caller, 'webhooks.configure') ? 'masked' : 'bare';
    return eventDetails(event, await this.events.attempts(caller, event.id), shows);
  }

  @Post('events/:eventID/redeliver')
  @Requires('webhooks.configure')
  @Replays()
  @Endpoint('redeliverWebhookEvent', 'Redeliver a webhook event', {
    description:
      'Sends the event again, with the same ID and body, to the URL configured now. 409 `conflict` if its kind or ' +
      'endpoint is disabled or has no URL.',
    answers: EventReference,
    status: 202,
  })
  @Problems('conflict')
  async redeliver(@CurrentCaller() caller: Caller, @Param('eventID') eventID: string) {
    return { ID: await this.dispatch.redeliver(caller, eventID) };
  }

  @Post('redeliver')
  @Requires('webhooks.configure')
  @Replays()
  @Endpoint('redeliverWebhookEvents', 'Redeliver webhook events in bulk', {
    description:
      'Redelivers failed events unless `status` says otherwise. Events whose type is disabled or has no URL are skipped.',
    answers: RedeliveryCount,
    status: 202,
  })
  async redeliverAll(@CurrentCaller() caller: Caller, @Body() range: RedeliveryRequest) {
    return { count: await this.dispatch.redeliverAll(caller, range) };
  }
}
