import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { optionalTimestamp, recordTimestamp } from '#kernel';
import type { WebhookConfiguration } from '../configuration/webhook-configurations.js';
import { KINDS, type Kind } from '../delivery/attempt.js';
import type { AttemptRow, DeliveryRow } from '../read-model/webhook-event.queries.js';

const ERRORS = [
  'timeout',
  'connection_refused',
  'dns',
  'tls',
  'http_error',
  'blocked_address',
  'redirect',
  'endpoint_disabled',
  'network',
];
const MOMENT = '2026-11-21 02:05:00.000';

class WebhookFlags {
  @ApiProperty({ type: Boolean }) itemStatus!: boolean;
  @ApiProperty({ type: Boolean }) requestStatus!: boolean;
}

class WebhookEndpoints {
  @ApiProperty({ type: String, nullable: true }) itemStatus!: string | null;
  @ApiProperty({ type: String, nullable: true }) requestStatus!: string | null;
}

/** Webhook configuration (api-v2.md). */
export class WebhookConfigurationRecord implements WebhookConfiguration {
  @ApiProperty({ type: WebhookFlags }) webhooks!: WebhookFlags;
  @ApiProperty({ type: WebhookEndpoints }) endpoints!: WebhookEndpoints;
}

/** Webhook event record (decisions.md, section 3). */
export class WebhookEventRecord {
  @ApiProperty({ type: String, description: 'The same as the header `webhook-id` of its deliveries.' }) ID!: string;
  @ApiProperty({ enum: KINDS }) type!: Kind;
  @ApiProperty({
    enum: ['success', 'failed'],
    nullable: true,
    type: String,
    description: 'The outcome of the latest attempt; null before the first is over (never in listings).',
  })
  status!: 'success' | 'failed' | null;
  @ApiProperty({ type: String, nullable: true, description: 'null for a ping.' }) locationID!: string | null;
  @ApiPropertyOptional({ type: Number, nullable: true, description: 'Of `itemStatus` events.' }) itemID?: number | null;
  @ApiPropertyOptional({ type: Number, nullable: true, description: 'Of `requestStatus` events.' }) requestID?: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'The status of the item or Request that it reports.' })
  subjectStatus!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'The URL of the latest attempt.' }) endpoint!: string | null;
  @ApiProperty({ type: Number }) attempts!: number;
  @ApiProperty({ type: Number, nullable: true }) responseStatus!: number | null;
  @ApiProperty({ type: String, enum: ERRORS, nullable: true }) error!: string | null;
  @ApiProperty({ type: Number, nullable: true }) durationMs!: number | null;
  @ApiProperty({ type: String, example: MOMENT }) createdAt!: string;
  @ApiProperty({ type: String, nullable: true, example: MOMENT }) lastAttemptAt!: string | null;
  @ApiProperty({ type: String, nullable: true, example: MOMENT }) nextAttemptAt!: string | null;
}

class AttemptRecord {
  @ApiProperty({ type: Number, description: 'Counts from 1.' }) attempt!: number;
  @ApiProperty({ enum: ['automatic', 'manual'] }) trigger!: 'automatic' | 'manual';
  @ApiProperty({ type: String, example: MOMENT }) requestedAt!: string;
  @ApiProperty({ type: Number, nullable: true }) durationMs!: number | null;
  @ApiProperty({ type: Number, nullable: true }) responseStatus!: number | null;
  @ApiProperty({ type: String, enum: ERRORS, nullable: true }) error!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'The address that was connected to.' }) address!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'At most the first 16 KiB.' }) responseBody!: string | null;
}

/** The event with what was sent and every attempt (decisions.md, section 9). */
export class WebhookEventDetails extends WebhookEventRecord {
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'The object sent.' }) payload!: Record<string, unknown>;
  @ApiProperty({ type: [AttemptRecord] }) attemptLog!: AttemptRecord[];
}

export class EventReference {
  @ApiProperty({ type: String, description: 'The event.' }) ID!: string;
}

export class RedeliveryCount {
  @ApiProperty({ type: Number, description: 'Events that are sent again.' }) count!: number;
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
