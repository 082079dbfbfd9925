import { ApiProperty } from '@nestjs/swagger';
import type { WebhookDocument } from '#platform/http';

const MOMENT = '2026-11-21 02:05:00.000';
const WHEN = {
  type: String,
  format: 'date-time',
  description: 'When it happened (RFC 3339).',
  example: '2026-11-21T02:05:00.000Z',
};

class StatusData {
  @ApiProperty({ type: 'integer', description: 'ID of the record.', example: 7 }) id!: number;
  @ApiProperty({ type: String, description: 'Its Location.', example: 'demo:1' }) locationID!: string;
  @ApiProperty({ type: String, description: 'Its new status.', example: 'waiting-response' }) status!: string;
  @ApiProperty({ type: String, nullable: true, description: 'The status before; null for a new record.', example: null })
  previousStatus!: string | null;
  @ApiProperty({ type: String, description: 'When the status changed (UTC).', example: MOMENT }) changedAt!: string;
  @ApiProperty({ type: String, nullable: true, description: 'The `reference` of the Location.', example: null })
  locationReference!: string | null;
}

class RequestStatusData extends StatusData {
  @ApiProperty({ type: 'integer', nullable: true, description: 'ID of the item that it is matched to.', example: null })
  matchedItemID!: number | null;
}

/** The body of an item-status webhook (decisions.md, section 7). */
class ItemStatusWebhook {
  @ApiProperty({ type: String, enum: ['item-status'], description: 'What happened.', example: 'item-status' })
  type!: 'item-status';
  @ApiProperty(WHEN) timestamp!: string;
  @ApiProperty({ type: StatusData, description: 'The item.' }) data!: StatusData;
}

/** The body of a request-status webhook (decisions.md, section 7). */
class RequestStatusWebhook {
  @ApiProperty({ type: String, enum: ['request-status'], description: 'What happened.', example: 'request-status' })
  type!: 'request-status';
  @ApiProperty(WHEN) timestamp!: string;
  @ApiProperty({ type: RequestStatusData, description: 'The Request.' }) data!: RequestStatusData;
}

class NoData {}

/** The body of a ping (decisions.md, section 7). */
class TestWebhook {
  @ApiProperty({ type: String, enum: ['test'], description: 'A ping.', example: 'test' }) type!: 'test';
  @ApiProperty(WHEN) timestamp!: string;
  @ApiProperty({ type: NoData, description: 'Empty.' }) data!: NoData;
}

/** What is sent to receivers, for the `webhooks` of the OpenAPI document. */
export const WEBHOOK_DOCUMENTS: Readonly<Record<string, WebhookDocument>> = {
  'item-status': {
    summary: 'The status of an item',
    description: 'Sent when an item is registered and whenever its status changes, while `itemStatus` is enabled.',
    payload: ItemStatusWebhook,
  },
  'request-status': {
    summary: 'The status of a Request',
    description: 'Sent when a Request is made and whenever its status changes, while `requestStatus` is enabled.',
    payload: RequestStatusWebhook,
  },
  test: { summary: 'A ping', description: 'Sent once by `POST /webhooks/test`, without retries.', payload: TestWebhook },
};
