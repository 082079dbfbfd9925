import { ApiProperty } from '@nestjs/swagger';
import { NULLABLE, Shown } from '#platform/http';
import { optionalTimestamp } from '#platform/kernel';
import type { WebhookConfiguration } from '../configuration/webhook-configurations.js';
import type { Kind } from '../domain/kinds.js';
import { HEALTH, type Health, type HealthRow, healthOf } from '../domain/webhook-health.js';

class KindHealth {
  @Shown(Boolean, 'Whether the event type or endpoint is enabled.', true) enabled!: boolean;
  @Shown(
    String,
    '`disabled`: event type or endpoint disabled; `idle`: nothing sent; `healthy`: no failures; `degraded`: some failures; ' +
      '`failing`: all, or the last ten, failed.',
    'healthy',
    { enum: HEALTH },
  )
  status!: Health;
  @Shown(Number, 'Number of successful deliveries.', 12) success!: number;
  @Shown(Number, 'Number of failed deliveries.', 0) failed!: number;
  @Shown(String, 'Time of the latest success (UTC).', '2026-11-21 10:00:00.000', NULLABLE)
  lastSuccessAt!: string | null;
  @Shown(String, 'Time of the latest failure (UTC).', null, NULLABLE) lastFailureAt!: string | null;
}

/** Webhook health of one Location over the last 24 hours (decisions.md, section 3). */
export class WebhookHealthRecord {
  @ApiProperty({ type: String, example: 'demo:1', description: 'ID of the Location.' }) locationID!: string;
  @Shown(KindHealth, 'Health of item-status webhooks.') itemStatus!: KindHealth;
  @Shown(KindHealth, 'Health of request-status webhooks.') requestStatus!: KindHealth;
}

/** Health of an endpoint at one Location over the last 24 hours. */
export class EndpointHealthRecord extends KindHealth {
  @ApiProperty({ type: String, example: 'demo:1', description: 'ID of the Location.' }) locationID!: string;
}

/** @param rows one per kind for each Location */
export function healthRecords({ webhooks }: WebhookConfiguration, rows: readonly HealthRow[]): WebhookHealthRecord[] {
  const records = new Map<string, WebhookHealthRecord>();
  for (const row of rows) {
    const record = records.get(row.location_id) ?? ({ locationID: row.location_id } as WebhookHealthRecord);
    const kind = row.kind as Kind;
    record[kind] = kindHealth(webhooks[kind], row);
    records.set(row.location_id, record);
  }
  return [...records.values()];
}

/** @param rows one for each Location */
export function endpointHealthRecords(enabled: boolean, rows: readonly HealthRow[]): EndpointHealthRecord[] {
  return rows.map((row) => ({ locationID: row.location_id, ...kindHealth(enabled, row) }));
}

function kindHealth(enabled: boolean, row: HealthRow): KindHealth {
  return {
    enabled,
    status: healthOf(enabled, row),
    success: row.success,
    failed: row.failed,
    lastSuccessAt: optionalTimestamp(row.last_success_at),
    lastFailureAt: optionalTimestamp(row.last_failure_at),
  };
}
