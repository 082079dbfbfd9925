import type { AttemptResult } from '../domain/attempt.js';
import type { LaneName } from '../domain/lane-name.js';

/** One Group's URL of one kind, or one of its endpoints. */
export interface LaneKey {
  group_id: number;
  kind: LaneName;
}

/** How many more deliveries of a lane the worker can take. */
export interface LaneDemand extends LaneKey {
  wanted: number;
}

/** The current URL of a lane, without its credentials; null when it is disabled, has no URL or is no more. */
export interface LaneTarget extends LaneKey {
  url: string | null;
  /** The credentials of the URL, encrypted. */
  user_part: Buffer | null;
}

/** A delivery as it was claimed. */
export interface ClaimedDelivery extends LaneTarget {
  id: string;
  body: string;
  /** The number of this attempt, which is already recorded as opened unless there is no URL. */
  attempt: number;
  step: number;
  failing_for_ms: number | null;
  /** null only where there is no URL. */
  secret: Buffer | null;
  /** The previous secret, while it is still used for signing. */
  old_secret: Buffer | null;
}

/** The result of a claim. */
export interface Claim {
  claimed: ClaimedDelivery[];
  targets: LaneTarget[];
}

/** Identifies a claimed delivery and the attempt it was claimed for. */
export type ClaimedDeliveryKey = Pick<ClaimedDelivery, 'group_id' | 'id' | 'attempt'>;

/** How a claimed delivery ended: with the result of a call, or without one. */
export interface DeliveryClosing extends LaneKey, Partial<Omit<AttemptResult, 'error'>> {
  id: string;
  attempt: number;
  error: AttemptResult['error'];
  /** Whether a call was made and thus an attempt opened. */
  sent: boolean;
  started_ago_ms: number;
  retry_in_ms: number | null;
  endpoint: string | null;
}
