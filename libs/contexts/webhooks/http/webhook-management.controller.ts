import { Body, Controller, Get, Param, Post, Put } from '@nestjs/common';
import { Beyond, CurrentCaller, Endpoint, Problems, Requires } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { WebhookDispatch } from '../commands/webhook-dispatch.js';
import { WebhookConfigurations } from '../configuration/webhook-configurations.js';
import { WebhookEventQueries } from '../read-model/webhook-event.queries.js';
import {
  EventReference,
  eventDetails,
  RedeliveryCount,
  WebhookConfigurationRecord,
  WebhookEventDetails,
  WebhookSecret,
} from './webhook.records.js';
import { RedeliveryRequest, WebhookConfigurationRequest, WebhookTestRequest } from './webhooks.requests.js';

/** Configuring webhooks and sending again (decisions.md, sections 7 and 9). */
@Beyond()
@Controller('api/v2/webhooks')
export class WebhookManagementController {
  constructor(
    private readonly configurations: WebhookConfigurations,
    private readonly dispatch: WebhookDispatch,
    private readonly events: WebhookEventQueries,
  ) {}

  @Put('config')
  @Requires('webhooks.configure')
  @Endpoint('changeWebhookConfiguration', 'Change the webhook configuration', {
    description:
      'What is given changes, field by field. A kind that is disabled sends nothing; deliveries that fall due then fail.',
    answers: WebhookConfigurationRecord,
  })
  change(@CurrentCaller() caller: Caller, @Body() body: WebhookConfigurationRequest) {
    return this.configurations.change(caller.group.id, body);
  }

  @Post('config/rotate-secret')
  @Requires('webhooks.configure')
  @Endpoint('rotateWebhookSecret', 'Make a new signing secret', {
    description: 'The old one signs beside it for 24 hours. The secret is shown only here.',
    answers: WebhookSecret,
  })
  async rotateSecret(@CurrentCaller() caller: Caller) {
    return { secret: await this.configurations.rotateSecret(caller.group.id) };
  }

  @Post('test')
  @Requires('webhooks.configure')
  @Endpoint('testWebhook', 'Send a signed ping', {
    description: '`{ "type": "test" }`, sent once and not retried; 409 while the kind is disabled or has no URL.',
    answers: EventReference,
    status: 202,
  })
  @Problems('conflict')
  async test(@CurrentCaller() caller: Caller, @Body() { type }: WebhookTestRequest) {
    return { ID: await this.dispatch.ping(caller, type) };
  }

  @Get('events/:eventID')
  @Requires('webhooks.read')
  @Endpoint('getWebhookEvent', 'Read a webhook event with its payload and every attempt', { answers: WebhookEventDetails })
  async one(@CurrentCaller() caller: Caller, @Param('eventID') eventID: string) {
    const event = await this.events.one(caller, eventID);
    return eventDetails(event, await this.events.attempts(caller, event.id));
  }

  @Post('events/:eventID/redeliver')
  @Requires('webhooks.read')
  @Endpoint('redeliverWebhookEvent', 'Send a webhook event again', {
    description: 'The same ID and the same bytes, to the URL configured now; 409 while the kind is disabled or has no URL.',
    answers: EventReference,
    status: 202,
  })
  @Problems('conflict')
  async redeliver(@CurrentCaller() caller: Caller, @Param('eventID') eventID: string) {
    return { ID: await this.dispatch.redeliver(caller, eventID) };
  }

  @Post('redeliver')
  @Requires('webhooks.read')
  @Endpoint('redeliverWebhookEvents', 'Send the webhook events of a range again', {
    description: 'Failed ones unless `status` says otherwise; those of a disabled kind are left out.',
    answers: RedeliveryCount,
    status: 202,
  })
  async redeliverAll(@CurrentCaller() caller: Caller, @Body() range: RedeliveryRequest) {
    return { count: await this.dispatch.redeliverAll(caller, range) };
  }
}
