import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { optionalTimestamp, recordTimestamp } from '#platform/kernel';
import type { WebhookConfiguration } from '../configuration/webhook-configurations.js';
import { ATTEMPT_ERRORS } from '../domain/attempt.js';
import { KINDS, type Kind } from '../domain/kinds.js';
import type { AttemptRow, DeliveryRow } from '../read-model/webhook-event.queries.js';

const EVENT_ID = '019aa3c5-7e80-7000-8000-2f6d1c0b9a47';
const MOMENT = '2026-11-21 02:05:00.000';

class WebhookFlags {
  @ApiProperty({ type: Boolean, description: 'Of item-status notifications', example: true }) itemStatus!: boolean;
  @ApiProperty({ type: Boolean, description: 'Of request-status notifications', example: true }) requestStatus!: boolean;
}

class WebhookEndpoints {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'URL for item-status notifications',
    example: 'https://hooks.example.com/items',
  })
  itemStatus!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'URL for request-status notifications', example: null })
  requestStatus!: string | null;
}

/** Webhook configuration (api-v2.md). */
export class WebhookConfigurationRecord implements WebhookConfiguration {
  @ApiProperty({ type: WebhookFlags, description: 'Whether each kind is sent' }) webhooks!: WebhookFlags;
  @ApiProperty({ type: WebhookEndpoints, description: 'Where each kind is delivered' }) endpoints!: WebhookEndpoints;
}

/** Webhook event record (decisions.md, section 3). */
export class WebhookEventRecord {
  @ApiProperty({
    type: String,
    description: 'The same as the header `webhook-id` of its deliveries.',
    example: EVENT_ID,
  })
  ID!: string;
  @ApiProperty({ enum: KINDS, description: 'Which kind', example: 'itemStatus' }) type!: Kind;
  @ApiProperty({
    enum: ['success', 'failed'],
    nullable: true,
    type: String,
    description: 'The outcome of the latest attempt; null before the first is over (never in listings).',
    example: 'success',
  })
  status!: 'success' | 'failed' | null;
  @ApiProperty({ type: String, nullable: true, description: 'null for a ping.', example: 'demo:1' }) locationID!: string | null;
  @ApiPropertyOptional({ type: Number, nullable: true, description: 'Of `itemStatus` events.', example: 7 }) itemID?:
    | number
    | null;
  @ApiPropertyOptional({ type: Number, nullable: true, description: 'Of `requestStatus` events.', example: null }) requestID?:
    | number
    | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The status of the item or Request that it reports.',
    example: 'waiting-response',
  })
  subjectStatus!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The URL of the latest attempt.',
    example: 'https://hooks.example.com/items',
  })
  endpoint!: string | null;
  @ApiProperty({ type: Number, description: 'How often it was sent', example: 1 }) attempts!: number;
  @ApiProperty({ type: Number, nullable: true, description: 'HTTP status of the answer; null without one', example: 200 })
  responseStatus!: number | null;
  @ApiProperty({
    type: String,
    enum: ATTEMPT_ERRORS,
    nullable: true,
    description: 'Why it failed; null when it did not',
    example: null,
  })
  error!: string | null;
  @ApiProperty({ type: Number, nullable: true, description: 'Milliseconds', example: 42 }) durationMs!: number | null;
  @ApiProperty({ type: String, example: MOMENT, description: 'When it was made, UTC' }) createdAt!: string;
  @ApiProperty({ type: String, nullable: true, example: MOMENT, description: 'When it was last sent, UTC' }) lastAttemptAt!:
    | string
    | null;
  @ApiProperty({ type: String, nullable: true, example: MOMENT, description: 'When it is sent again, UTC' }) nextAttemptAt!:
    | string
    | null;
}

class AttemptRecord {
  @ApiProperty({ type: Number, description: 'Counts from 1.', example: 1 }) attempt!: number;
  @ApiProperty({ enum: ['automatic', 'manual'], description: 'Whether a retry or a person sent it', example: 'automatic' })
  trigger!: 'automatic' | 'manual';
  @ApiProperty({ type: String, example: MOMENT, description: 'When it was sent, UTC' }) requestedAt!: string;
  @ApiProperty({ type: Number, nullable: true, description: 'Milliseconds', example: 42 }) durationMs!: number | null;
  @ApiProperty({ type: Number, nullable: true, description: 'HTTP status of the answer; null without one', example: 200 })
  responseStatus!: number | null;
  @ApiProperty({
    type: String,
    enum: ATTEMPT_ERRORS,
    nullable: true,
    description: 'Why it failed; null when it did not',
    example: null,
  })
  error!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'The address that was connected to.', example: '203.0.113.10' })
  address!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'At most the first 16 KiB.', example: 'ok' }) responseBody!:
    | string
    | null;
}

/** The event with what was sent and every attempt (decisions.md, section 9). */
export class WebhookEventDetails extends WebhookEventRecord {
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'The object sent.', example: { type: 'item-status' } })
  payload!: Record<string, unknown>;
  @ApiProperty({ type: [AttemptRecord], description: 'Every attempt, oldest first' }) attemptLog!: AttemptRecord[];
}

export class EventReference {
  @ApiProperty({ type: String, description: 'The event.', example: EVENT_ID }) ID!: string;
}

export class RedeliveryCount {
  @ApiProperty({ type: Number, description: 'Events that are sent again.', example: 3 }) count!: number;
}

export class WebhookSecret {
  @ApiProperty({ type: String, example: 'whsec_…', description: 'Shown only here.' }) secret!: string;
}

export function eventRecord(row: DeliveryRow): WebhookEventRecord {
  const subject = row.kind === 'itemStatus' ? { itemID: row.subject_id } : { requestID: row.subject_id };
  return {
    ID: row.id,
    type: row.kind,
    status: row.status,
    locationID: row.location_id,
    ...subject,
    subjectStatus: row.subject_status,
    endpoint: row.endpoint,
    attempts: row.attempts,
    responseStatus: row.response_status,
    error: row.error,
    durationMs: row.duration_ms,
    createdAt: recordTimestamp(row.created_at),
    lastAttemptAt: optionalTimestamp(row.last_attempt_at),
    nextAttemptAt: optionalTimestamp(row.next_attempt_at),
  };
}

export function eventDetails(row: DeliveryRow, attempts: readonly AttemptRow[]): WebhookEventDetails {
  return {
    ...eventRecord(row),
    payload: JSON.parse(row.body),
    attemptLog: attempts.map((attempt) => ({
      attempt: attempt.attempt,
      trigger: attempt.trigger,
      requestedAt: recordTimestamp(attempt.requested_at),
      durationMs: attempt.duration_ms,
      responseStatus: attempt.response_status,
      error: attempt.error,
      address: attempt.address,
      responseBody: attempt.response_body,
    })),
  };
}
