/** How webhooks are delivered; times are milliseconds. */
export interface DeliverySettings {
  timeout: number;
  /** Before the first retry, the second, … */
  schedule: readonly number[];
  allowPrivateAddresses: boolean;
  /** Calls at a time, in the whole worker and to one endpoint. */
  concurrency: number;
  endpointConcurrency: number;
  /** How long events stay in the listings. */
  retention: number;
}

/** How long a delivery is held, and how that is kept up; milliseconds. */
export interface LeaseTimes {
  /** From its claim, or its last renewal, to the moment from which any worker may take the delivery. */
  length: number;
  renewal: number;
  /** Nothing is begun on, and nothing goes on under, a lease that is this close to its end. */
  margin: number;
  /** How often that is looked at. */
  check: number;
}

/** What a worker is told beside what the operator configures. */
export interface WorkerSettings extends DeliverySettings {
  lease: LeaseTimes;
  /** What a stopping worker gives to calls on their way. */
  grace: number;
  /** A number in [0, 1): spreads retries. */
  random: () => number;
}

/** A dead worker's deliveries are taken again after 20 s; a living one misses four renewals before it loses one. */
export const LEASE_TIMES: LeaseTimes = { length: 20_000, renewal: 4_000, margin: 2_000, check: 500 };

export const WORKER_SETTINGS = Symbol('webhook worker settings');
