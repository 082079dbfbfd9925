import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { WebhookDocument } from '#platform/http';
import type { EndpointEvent } from '../domain/endpoint-events.js';
import {
  ConfiguredItemStatusData,
  ConfiguredRequestStatusData,
  ItemData,
  ItemMessageData,
  ItemStatusData,
  ItemUpdatedData,
  KEY,
  LocationUpdatedData,
  MOMENT,
  NoData,
  RequestData,
  RequestStatusData,
  RequestUpdatedData,
} from './webhook-data.js';

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

/** @param data the example of its `data`; test/webhooks/examples.e2e.spec.ts compares it with what is sent */
const document = (type: string, summary: string, description: string, body: Type, data: object): WebhookDocument => ({
  summary,
  description,
  payload: bodyOf(type, body),
  example: { type, timestamp: `${MOMENT.replace(' ', 'T')}Z`, data },
});

const toEndpoints = (type: EndpointEvent, summary: string, when: string, body: Type, data: object) => ({
  [type]: document(type, summary, `Sent to endpoints that want \`${type}\`, ${when}.`, body, data),
});

const record = (status: string, more: object = {}) => ({
  id: 7,
  locationID: 'demo:1',
  externalID: KEY,
  status,
  changedAt: MOMENT,
  ...more,
});

/** What is sent to receivers (decisions.md, sections 7 and 10), for the `webhooks` of the OpenAPI document. */
export const WEBHOOK_DOCUMENTS: Readonly<Record<string, WebhookDocument>> = {
  ...toEndpoints('item.created', 'An item was registered', 'when an item is registered', ItemData, record('contact-missing')),
  ...toEndpoints(
    'item.updated',
    'An item has changed',
    'when fields of an item change',
    ItemUpdatedData,
    record('waiting-response', { fields: ['brand', 'owner'] }),
  ),
  ...toEndpoints(
    'item.status',
    'An item has another status',
    'when the status of an item changes',
    ItemStatusData,
    record('waiting-response', { previousStatus: 'contact-missing' }),
  ),
  ...toEndpoints('item.deleted', 'An item was deleted', 'when an item is deleted', ItemData, record('deleted')),
  ...toEndpoints(
    'item.message',
    'A message to an owner',
    'when a message was sent, failed or bounced',
    ItemMessageData,
    record('waiting-response', { message: { kind: 'item-found', channel: 'email', status: 'sent' } }),
  ),
  ...toEndpoints(
    'item.shipment',
    'A shipment has moved',
    'when the progress of a shipment is reported',
    ItemData,
    record('in-route'),
  ),
  ...toEndpoints(
    'item.payment',
    'A payment has changed',
    'when the payment for a shipment is open, paid, failed, refunded or withdrawn',
    ItemData,
    record('shipment-paid'),
  ),
  ...toEndpoints('request.created', 'A Request was made', 'when a Request is made', RequestData, record('registered')),
  ...toEndpoints(
    'request.updated',
    'A Request has changed',
    'when fields of a Request change',
    RequestUpdatedData,
    record('waiting-guest-response', { fields: ['askForDetails'] }),
  ),
  ...toEndpoints(
    'request.status',
    'A Request has another status',
    'when the status of a Request changes',
    RequestStatusData,
    record('waiting-guest-response', { previousStatus: 'registered' }),
  ),
  ...toEndpoints('request.deleted', 'A Request was deleted', 'when a Request is deleted', RequestData, record('deleted')),
  ...toEndpoints('location.updated', 'A Location has changed', 'when a Location changes', LocationUpdatedData, {
    id: 'demo:1',
    locationID: 'demo:1',
    externalID: null,
    status: 'active',
    changedAt: MOMENT,
    fields: ['reference'],
  }),
  'item-status': document(
    'item-status',
    'The status of an item',
    'Sent by the webhook configuration when an item is registered and whenever its status changes.',
    ConfiguredItemStatusData,
    record('waiting-response', { previousStatus: 'contact-missing', locationReference: null }),
  ),
  'request-status': document(
    'request-status',
    'The status of a Request',
    'Sent by the webhook configuration when a Request is made and whenever its status changes.',
    ConfiguredRequestStatusData,
    record('registered', { previousStatus: null, matchedItemID: null, locationReference: null }),
  ),
  test: document('test', 'A ping', 'Sent once by the operations that test a webhook, without retries.', NoData, {}),
};
