import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { WebhookDocument } from '#platform/http';
import type { EndpointEvent } from '../domain/endpoint-events.js';

const MOMENT = '2026-11-21 02:05:00.000';
const STATUS = 'waiting-response';

class RecordData {
  @ApiProperty({ type: 'integer', description: 'ID of the record.', example: 7 }) id!: number;
  @ApiProperty({ type: String, description: 'Its Location.', example: 'demo:1' }) locationID!: string;
  @ApiProperty({ type: String, nullable: true, description: 'The integration’s own key.', example: 'R-482-1' })
  externalID!: string | null;
  @ApiProperty({ type: String, description: 'Its status when this was written.', example: STATUS }) status!: string;
  @ApiProperty({ type: String, description: 'When it changed (UTC).', example: MOMENT }) changedAt!: string;
}

class RecordUpdatedData extends RecordData {
  @ApiProperty({ type: [String], description: 'The fields that changed, without their values.', example: ['brand', 'owner'] })
  fields!: string[];
}

class RecordStatusData extends RecordData {
  @ApiProperty({ type: String, nullable: true, description: 'The status before; null for a new record.', example: null })
  previousStatus!: string | null;
}

class SentMessage {
  @ApiProperty({ type: String, description: 'What the message is about.', example: 'item-found' }) kind!: string;
  @ApiProperty({ type: String, enum: ['email', 'sms'], description: 'How it went.', example: 'email' }) channel!: string;
  @ApiProperty({ type: String, enum: ['sent', 'failed', 'bounced'], description: 'What became of it.', example: 'sent' })
  status!: string;
}

class ItemMessageData extends RecordData {
  @ApiProperty({ type: SentMessage, description: 'The message, without whom it went to.' }) message!: SentMessage;
}

class LocationUpdatedData {
  @ApiProperty({ type: String, description: 'The `locationID`.', example: 'demo:1' }) id!: string;
  @ApiProperty({ type: String, description: 'The same.', example: 'demo:1' }) locationID!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Always null.', example: null }) externalID!: string | null;
  @ApiProperty({ enum: ['active', 'deactivated'], description: 'Whether it is in use.', example: 'active' }) status!: string;
  @ApiProperty({ type: String, description: 'When it changed (UTC).', example: MOMENT }) changedAt!: string;
  @ApiProperty({ type: [String], description: 'The fields that changed, without their values.', example: ['name'] })
  fields!: string[];
}

class ItemStatusData extends RecordStatusData {
  @ApiProperty({ type: String, nullable: true, description: 'The `reference` of the Location.', example: null })
  locationReference!: string | null;
}

class RequestStatusData extends ItemStatusData {
  @ApiProperty({ type: 'integer', nullable: true, description: 'ID of the item that it is matched to.', example: null })
  matchedItemID!: number | null;
}

class NoData {}

/** The class of a body, by its `type`: `item.created` is `ItemCreatedWebhook`, `item-status` `ConfiguredItemStatusWebhook`. */
function bodyOf(type: string, data: Type): Type {
  class Body {}
  const name = type.replace(/(?:^|\W)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const source = type.includes('-') ? 'Configured' : '';
  Object.defineProperty(Body, 'name', { value: `${source}${name}Webhook` });
  const add = (field: string, options: object) => ApiProperty(options)(Body.prototype, field);
  add('type', { type: String, enum: [type], description: 'What happened.', example: type });
  add('timestamp', { type: String, format: 'date-time', description: 'When it happened.', example: '2026-11-21T02:05:00.000Z' });
  add('data', { type: data, description: 'The record, without personal data.' });
  return Body;
}

const toEndpoints = (type: EndpointEvent, summary: string, when: string, data: Type = RecordData) => ({
  [type]: { summary, description: `Sent to endpoints that want \`${type}\`, ${when}.`, payload: bodyOf(type, data) },
});

/** What is sent to receivers (decisions.md, sections 7 and 10), for the `webhooks` of the OpenAPI document. */
export const WEBHOOK_DOCUMENTS: Readonly<Record<string, WebhookDocument>> = {
  ...toEndpoints('item.created', 'An item was registered', 'when an item is registered'),
  ...toEndpoints('item.updated', 'An item has changed', 'when fields of an item change', RecordUpdatedData),
  ...toEndpoints('item.status', 'An item has another status', 'when the status of an item changes', RecordStatusData),
  ...toEndpoints('item.deleted', 'An item was deleted', 'when an item is deleted'),
  ...toEndpoints('item.message', 'A message to an owner', 'when a message was sent, failed or bounced', ItemMessageData),
  ...toEndpoints('item.shipment', 'A shipment has moved', 'when the progress of a shipment is reported'),
  ...toEndpoints('item.payment', 'A payment has changed', 'when the payment for a shipment is open, paid, failed or refunded'),
  ...toEndpoints('request.created', 'A Request was made', 'when a Request is made'),
  ...toEndpoints('request.updated', 'A Request has changed', 'when fields of a Request change', RecordUpdatedData),
  ...toEndpoints('request.status', 'A Request has another status', 'when the status of a Request changes', RecordStatusData),
  ...toEndpoints('request.deleted', 'A Request was deleted', 'when a Request is deleted'),
  ...toEndpoints('location.updated', 'A Location has changed', 'when a Location changes', LocationUpdatedData),
  'item-status': {
    summary: 'The status of an item',
    description: 'Sent by the webhook configuration when an item is registered and whenever its status changes.',
    payload: bodyOf('item-status', ItemStatusData),
  },
  'request-status': {
    summary: 'The status of a Request',
    description: 'Sent by the webhook configuration when a Request is made and whenever its status changes.',
    payload: bodyOf('request-status', RequestStatusData),
  },
  test: {
    summary: 'A ping',
    description: 'Sent once by the operations that test a webhook, without retries.',
    payload: bodyOf('test', NoData),
  },
};
