import type { LeaseTimes } from '#platform/leases';

/** How webhooks are delivered; times in milliseconds. */
export interface DeliverySettings {
  timeout: number;
  /** Delays before the first retry, the second, … */
  schedule: readonly number[];
  allowPrivateAddresses: boolean;
  /** Maximum concurrent calls of the whole worker, and to one endpoint. */
  concurrency: number;
  endpointConcurrency: number;
  /** How long events are kept. */
  retention: number;
}

/** Worker settings beyond those the operator configures. */
export interface WorkerSettings extends DeliverySettings {
  lease: LeaseTimes;
  /** How long a stopping worker waits for calls in flight. */
  grace: number;
  /** A number in [0, 1): spreads retries. */
  random: () => number;
}

/** Deliveries of a dead worker are claimed again after 20 s; a live worker has to miss four renewals to lose one. */
export const LEASE_TIMES: LeaseTimes = { length: 20_000, renewal: 4_000, margin: 2_000, check: 500 };

/** One round of a loop ends within this many milliseconds: longer than all its waits for the database together. */
export const ROUND = 60_000;

export const WORKER_SETTINGS = Symbol('webhook worker settings');
