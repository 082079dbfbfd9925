import type { LaneName } from './lane-name.js';

/** Deliveries of one lane about one Location over the last 24 hours. */
export interface HealthRow {
  location_id: string;
  kind: LaneName;
  success: number;
  failed: number;
  last_success_at: string | null;
  last_failure_at: string | null;
  /** Whether the last ten failed; false if there were fewer. */
  last_ten_failed: boolean;
}

export const HEALTH = ['disabled', 'idle', 'healthy', 'degraded', 'failing'] as const;
export type Health = (typeof HEALTH)[number];

/** The status of webhook health (decisions.md, section 3). */
export function healthOf(enabled: boolean, { success, failed, last_ten_failed }: HealthRow): Health {
  if (!enabled) return 'disabled';
  if (success + failed === 0) return 'idle';
  if (failed === 0) return 'healthy';
  return success === 0 || last_ten_failed ? 'failing' : 'degraded';
}
