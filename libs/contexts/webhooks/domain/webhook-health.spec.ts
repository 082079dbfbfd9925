import { describe, expect, it } from 'vitest';
import { healthOf } from './webhook-health.js';

const row = (success: number, failed: number, last_ten_failed = false) =>
  ({
    location_id: 'demo:1',
    kind: 'itemStatus',
    success,
    failed,
    last_success_at: null,
    last_failure_at: null,
    last_ten_failed,
  }) as const;

describe('webhook health', () => {
  it.each([
    ['disabled', false, row(3, 0)],
    ['idle', true, row(0, 0)],
    ['healthy', true, row(3, 0)],
    ['degraded', true, row(3, 1)],
    ['failing', true, row(0, 1)],
    ['failing', true, row(90, 10, true)],
  ] as const)('is %s (enabled: %s)', (status, enabled, counted) => {
    expect(healthOf(enabled, counted)).toBe(status);
  });
});
