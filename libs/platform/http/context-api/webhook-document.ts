import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { NULLABLE, Shown } from '../fields/shown.js';
import type { WebhookDocument } from './context-api.js';

/** The examples’ moment and own key. */
const MOMENT = '2026-11-21 02:05:00.000';
const KEY = 'R-482-1';

/** Fields of `data` in every webhook about a record, besides its status. */
export class WebhookData {
  @Shown('integer', 'ID of the record.', 7) id!: number;
  @Shown(String, 'Its Location.', 'demo:1') locationID!: string;
  @Shown(String, 'The integration’s own key.', KEY, NULLABLE)
  externalID!: string | null;
  @Shown(String, 'When it changed (UTC).', MOMENT) changedAt!: string;
}

/** Descriptions of the fields of `data`. */
export const WEBHOOK_TEXTS = {
  status: 'Its status when this was written.',
  previousStatus: 'The status before.',
  fields: 'The fields that changed, without their values.',
} as const;

/** The example of a webhook's `data`. */
export function webhookExample(status: string, more: object = {}): object {
  return { id: 7, locationID: 'demo:1', externalID: KEY, status, changedAt: MOMENT, ...more };
}

/**
 * A webhook for the OpenAPI document.
 * @param data the class of its `data`
 * @param example of its `data`; test/webhooks/examples.e2e.spec.ts compares it with what is sent
 */
export function webhookDocument(
  type: string,
  summary: string,
  description: string,
  data: Type,
  example: object,
): WebhookDocument {
  const timestamp = `${MOMENT.replace(' ', 'T')}Z`;
  return { summary, description, payload: bodyOf(type, data), example: { type, timestamp, data: example } };
}

/** An event type: `when` completes "Sent to endpoints that want it, …", and the class of its `data` has an example. */
type EventType = readonly [summary: string, when: string, data: Type, example: object];

/** The documents of the event types that endpoints subscribe to. */
export function endpointWebhooks(types: Readonly<Record<string, EventType>>): Record<string, WebhookDocument> {
  const documents = Object.entries(types).map(([type, [summary, when, data, example]]) => {
    const description = `Sent to endpoints that want \`${type}\`, ${when}.`;
    return [type, webhookDocument(type, summary, description, data, example)] as const;
  });
  return Object.fromEntries(documents);
}

/** The class of a body, by its `type`: `item.created` is `ItemCreatedWebhook`, `item-status` `ConfiguredItemStatusWebhook`. */
function bodyOf(type: string, data: Type): Type {
  class Body {}
  const name = type.replace(/(?:^|[\W_])([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const source = type.includes('-') ? 'Configured' : '';
  Object.defineProperty(Body, 'name', { value: `${source}${name}Webhook` });
  const add = (field: string, options: object) => ApiProperty(options)(Body.prototype, field);
  add('type', { type: String, enum: [type], description: 'What happened.', example: type });
  add('timestamp', { type: String, format: 'date-time', description: 'When it happened.', example: '2026-11-21T02:05:00.000Z' });
  add('data', { type: data, description: 'The record, without personal data.' });
  return Body;
}
