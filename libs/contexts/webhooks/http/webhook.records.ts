import { ApiProperty } from '@nestjs/swagger';
import { recordOf, Shown } from '#platform/http';
import type { WebhookConfiguration } from '../configuration/webhook-configurations.js';
import { EVENT_ID } from './webhook-event.records.js';
import { WebhookConfigurationRequest, WebhookEndpointsRequest, WebhookFlagsRequest } from './webhooks.requests.js';

class WebhookFlags extends recordOf(WebhookFlagsRequest) {}
class WebhookEndpoints extends recordOf(WebhookEndpointsRequest) {}

/** Webhook configuration (api-v2.md). */
export class WebhookConfigurationRecord
  extends recordOf(WebhookConfigurationRequest, { parts: { webhooks: WebhookFlags, endpoints: WebhookEndpoints } })
  implements WebhookConfiguration {}

/** The event that is being sent: a test, or one that is sent again. */
export class EventReference {
  @Shown(String, 'ID of the event.', EVENT_ID) ID!: string;
}

/** How much a redelivery sends again. */
export class RedeliveryCount {
  @Shown(Number, 'Number of events queued for redelivery.', 3) count!: number;
}

/** The secret after a rotation, shown once. */
export class WebhookSecret {
  @ApiProperty({ type: String, example: 'whsec_…', description: 'The new signing secret. It cannot be retrieved later.' })
  secret!: string;
}
