import { ApiProperty } from '@nestjs/swagger';
import { Codes, Flag, NULLABLE, Rule, Shown, Text, TextList, WebUrl } from '#platform/http';
import { recordTimestamp } from '#platform/kernel';
import type { EventEndpoint } from '../configuration/visible-endpoints.js';
import { DISABLED_REASONS, type DisabledReason, ENDPOINT_EVENTS } from '../domain/endpoint-events.js';
import { bareAddress, maskedAddress } from '../domain/user-part.js';

const MOMENT = '2026-11-21 02:05:00.000';
const URL = 'https://hooks.example.com/lost-and-found';
const EVENTS = ['item.created', 'item.status'];

const TOLD = 'What it is told.';
const PLACES = 'The Locations it is told of; null for all.';

/** The webhook endpoint record (decisions.md, section 10). */
export class WebhookEndpointRecord {
  static readonly versioned = 'partly';
  @Shown('integer', 'Identifier', 3) ID!: number;
  @Shown(String, 'Where webhooks are sent; a password in it is shown as `***`.', URL)
  url!: string;
  @Shown(String, 'What it is for, in your words.', 'Housekeeping', NULLABLE)
  description!: string | null;
  // Not `enum` and `isArray`, which look at the list before it is complete.
  @ApiProperty({ type: 'array', description: TOLD, example: EVENTS, items: { type: 'string', enum: ENDPOINT_EVENTS } })
  events!: readonly string[];
  @Shown([String], PLACES, null, NULLABLE) locationIDs!: string[] | null;
  @Shown(Boolean, 'Whether anything is sent.', true) enabled!: boolean;
  @Shown(
    String,
    'Why the service has disabled it: `gone`: it answered 410; `failing`: everything failed for five days. ' +
      'Null while it is enabled, and where you disabled it.',
    null,
    { enum: DISABLED_REASONS, nullable: true },
  )
  disabledReason!: DisabledReason | null;
  @ApiProperty({ type: String, example: MOMENT, description: 'When it was created (UTC).' }) createdAt!: string;
  @ApiProperty({ type: String, example: MOMENT, description: 'When it was last changed (UTC).' }) updatedAt!: string;
}

/** A new endpoint, with the secret that its webhooks are signed with. */
export class NewWebhookEndpointRecord extends WebhookEndpointRecord {
  @ApiProperty({ type: String, example: 'whsec_…', description: 'The signing secret. It cannot be retrieved later.' })
  secret!: string;
}

/** @param shows whether user and query of the URL are shown, with a masked password */
export function endpointRecord(endpoint: EventEndpoint, shows: 'masked' | 'bare'): WebhookEndpointRecord {
  const { id, address, description, event_types, location_ids, enabled, disabled_reason, created_at, updated_at } = endpoint;
  return {
    ID: id,
    url: shows === 'masked' ? maskedAddress(address) : bareAddress(address.url),
    description,
    events: event_types,
    locationIDs: location_ids,
    enabled,
    disabledReason: disabled_reason,
    createdAt: recordTimestamp(created_at),
    updatedAt: recordTimestamp(updated_at),
  };
}

const NONE = 'Must have at least one.';

/** Omitted fields keep their value. */
@Rule<WebhookEndpointUpdate>(({ events, locationIDs }, check) => {
  if (events?.length === 0) check.refuse('events', 'too_short', NONE);
  if (locationIDs?.length === 0) check.refuse('locationIDs', 'too_short', NONE);
})
export class WebhookEndpointUpdate {
  @WebUrl({ description: 'Where webhooks are sent.', example: URL }) url?: string;
  @Text({ nullable: true, description: 'What it is for, in your words.', example: 'Housekeeping' }) description?: string | null;
  @Codes(ENDPOINT_EVENTS, { description: `${TOLD} At least one.`, example: EVENTS }) events?: string[];
  @TextList({ nullable: true, description: `${PLACES} At least one.`, example: null }) locationIDs?: string[] | null;
  @Flag({ description: 'Whether anything is sent.', example: true }) enabled?: boolean;
}

/** The body of `POST /webhooks/endpoints` (decisions.md, section 10). */
export class NewWebhookEndpoint extends WebhookEndpointUpdate {
  @WebUrl({ required: true, description: 'Where webhooks are sent.', example: URL }) declare url: string;
  @Codes(ENDPOINT_EVENTS, { required: true, description: `${TOLD} At least one.`, example: EVENTS })
  declare events: string[];
}
