import { ApiProperty } from '@nestjs/swagger';
import type { WebhookConfiguration } from '../configuration/webhook-configurations.js';
import { EVENT_ID } from './webhook-event.records.js';

class WebhookFlags {
  @ApiProperty({ type: Boolean, description: 'Whether item-status webhooks are enabled.', example: true }) itemStatus!: boolean;
  @ApiProperty({ type: Boolean, description: 'Whether request-status webhooks are enabled.', example: true })
  requestStatus!: boolean;
}

class WebhookEndpoints {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'URL that receives item-status webhooks; null when none is set.',
    example: 'https://hooks.example.com/items',
  })
  itemStatus!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'URL that receives request-status webhooks; null when none is set.',
    example: null,
  })
  requestStatus!: string | null;
}

/** Webhook configuration (api-v2.md). */
export class WebhookConfigurationRecord implements WebhookConfiguration {
  @ApiProperty({ type: WebhookFlags, description: 'Which event types are enabled.' }) webhooks!: WebhookFlags;
  @ApiProperty({ type: WebhookEndpoints, description: 'Endpoint URL of each event type.' }) endpoints!: WebhookEndpoints;
}

/** The event that is being sent: a test, or one that is sent again. */
export class EventReference {
  @ApiProperty({ type: String, description: 'ID of the event.', example: EVENT_ID }) ID!: string;
}

/** How much a redelivery sends again. */
export class RedeliveryCount {
  @ApiProperty({ type: Number, description: 'Number of events queued for redelivery.', example: 3 }) count!: number;
}

/** The secret after a rotation, shown once. */
export class WebhookSecret {
  @ApiProperty({ type: String, example: 'whsec_…', description: 'The new signing secret. It cannot be retrieved later.' })
  secret!: string;
}
