import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { BEYOND, NULLABLE, Shown } from '#platform/http';
import { optionalTimestamp, recordTimestamp } from '#platform/kernel';
import { ATTEMPT_ERRORS } from '../domain/attempt.js';
import { SHOWN_TYPES } from '../domain/endpoint-events.js';
import { endpointOf } from '../domain/lane-name.js';
import { bareAddress } from '../domain/user-part.js';
import { type AttemptRow, type DeliveryRow } from '../read-model/webhook-event.queries.js';

/** The example of an ID. */
export const EVENT_ID = '019aa3c5-7e80-7000-8000-2f6d1c0b9a47';
const MOMENT = '2026-11-21 02:05:00.000';

/** Webhook event record (decisions.md, section 3). */
export class WebhookEventRecord {
  @Shown(String, 'ID of the event, sent as the `webhook-id` header of every delivery.', EVENT_ID)
  ID!: string;
  @Shown(
    String,
    'Type of the event: `itemStatus` or `requestStatus` for the webhook configuration, else the event that the endpoint was told; ' +
      '`test` for a test event to an endpoint.',
    'itemStatus',
    { enum: SHOWN_TYPES },
  )
  type!: string;
  @ApiPropertyOptional({
    type: 'integer',
    description: 'ID of the endpoint that was told; missing for events of the webhook configuration.',
    example: 3,
    ...BEYOND,
  })
  endpointID?: number;
  @Shown(String, 'Outcome of the latest attempt; null until the first attempt has finished (never null in lists).', 'success', {
    enum: ['success', 'failed'],
    nullable: true,
  })
  status!: 'success' | 'failed' | null;
  @Shown(String, 'Location of the item or Request, or the Location itself; null for a test event.', 'demo:1', NULLABLE)
  locationID!: string | null;
  @ApiPropertyOptional({ type: Number, nullable: true, description: 'ID of the item; only for events of an item.', example: 7 })
  itemID?: number | null;
  @ApiPropertyOptional({
    type: Number,
    nullable: true,
    description: 'ID of the Request; only for events of a Request.',
    example: null,
  })
  requestID?: number | null;
  @Shown(String, 'Status of the item, Request or Location that the event reports.', 'waiting-response', NULLABLE)
  subjectStatus!: string | null;
  @Shown(String, 'URL called by the latest attempt.', 'https://hooks.example.com/items', NULLABLE)
  endpoint!: string | null;
  @Shown(Number, 'Number of delivery attempts.', 1) attempts!: number;
  @Shown(Number, 'HTTP status of the latest response; null if there was none.', 200, NULLABLE)
  responseStatus!: number | null;
  @Shown(String, 'Why it failed; null when it did not', null, { enum: ATTEMPT_ERRORS, nullable: true })
  error!: string | null;
  @Shown(Number, 'Duration of the latest attempt in milliseconds.', 42, NULLABLE)
  durationMs!: number | null;
  @ApiProperty({ type: String, example: MOMENT, description: 'When the event was created (UTC).' }) createdAt!: string;
  @ApiProperty({ type: String, nullable: true, example: MOMENT, description: 'Start of the latest attempt (UTC).' })
  lastAttemptAt!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: MOMENT,
    description: 'Time of the next attempt (UTC); null when none is scheduled.',
  })
  nextAttemptAt!: string | null;
}

class AttemptRecord {
  @Shown(Number, 'Number of the attempt, starting at 1.', 1) attempt!: number;
  @Shown(
    String,
    '`automatic` for the first delivery and scheduled retries, `manual` for redeliveries and test events.',
    'automatic',
    { enum: ['automatic', 'manual'] },
  )
  trigger!: 'automatic' | 'manual';
  @ApiProperty({ type: String, example: MOMENT, description: 'Start of the attempt (UTC).' }) requestedAt!: string;
  @Shown(Number, 'Duration in milliseconds.', 42, NULLABLE) durationMs!: number | null;
  @Shown(Number, 'HTTP status of the response; null if there was none.', 200, NULLABLE)
  responseStatus!: number | null;
  @Shown(String, 'Why it failed; null when it did not', null, { enum: ATTEMPT_ERRORS, nullable: true })
  error!: string | null;
  @Shown(String, 'IP address the service connected to; null if no connection was made.', '203.0.113.10', NULLABLE)
  address!: string | null;
  @Shown(String, 'Response body, up to 16 KiB.', 'ok', NULLABLE) responseBody!: string | null;
}

/** A webhook event with its payload and all attempts (decisions.md, section 9). */
export class WebhookEventDetails extends WebhookEventRecord {
  @Shown('object', 'The JSON payload that was sent.', { type: 'item-status' }, { additionalProperties: true })
  payload!: Record<string, unknown>;
  @Shown([AttemptRecord], 'All delivery attempts, oldest first.') attemptLog!: AttemptRecord[];
}

/** @param shows whether the query of the endpoint's URL is shown, which may hold a secret */
export function eventRecord(row: DeliveryRow, shows: 'masked' | 'bare'): WebhookEventRecord {
  const endpointID = endpointOf(row.kind);
  const type = endpointID === null ? row.kind : (row.event ?? 'test');
  return {
    ID: row.id,
    type,
    ...(endpointID !== null && { endpointID }),
    status: row.status,
    locationID: row.location_id,
    ...(type.startsWith('item') && { itemID: row.subject_id }),
    ...(type.startsWith('request') && { requestID: row.subject_id }),
    subjectStatus: row.subject_status,
    endpoint: row.endpoint && (shows === 'masked' ? row.endpoint : bareAddress(row.endpoint)),
    attempts: row.attempts,
    responseStatus: row.response_status,
    error: row.error,
    durationMs: row.duration_ms,
    createdAt: recordTimestamp(row.created_at),
    lastAttemptAt: optionalTimestamp(row.last_attempt_at),
    nextAttemptAt: optionalTimestamp(row.next_attempt_at),
  };
}

export function eventDetails(row: DeliveryRow, attempts: readonly AttemptRow[], shows: 'masked' | 'bare'): WebhookEventDetails {
  return {
    ...eventRecord(row, shows),
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
