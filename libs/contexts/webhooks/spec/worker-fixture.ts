import { Logger } from '@nestjs/common';
import type { Copies } from '#platform/copies';
import type { Database } from '#platform/database';
import type { Clock } from '#platform/kernel';
import { Metrics, Watchdog } from '#platform/observability';
import type { Keyring } from '#platform/secrets';
import { UserParts } from '../configuration/user-parts.js';
import { Deliveries } from '../delivery/deliveries.js';
import { DeliveryMetrics } from '../delivery/delivery-metrics.js';
import { DeliveryStore } from '../delivery/delivery-store.js';
import { DeliveryWorker } from '../delivery/delivery-worker.js';
import { EndpointConnection } from '../delivery/endpoint-connection.js';
import { Lanes } from '../delivery/lanes.js';
import { Sender } from '../delivery/sender.js';
import { LEASE_TIMES, type WorkerSettings } from '../delivery/settings.js';
import { SigningSecrets } from '../signing/signing-secrets.js';

const SETTINGS: WorkerSettings = {
  timeout: 1_000,
  schedule: [50, 50],
  random: () => 0,
  allowPrivateAddresses: true,
  concurrency: 64,
  endpointConcurrency: 16,
  retention: 90 * 24 * 60 * 60 * 1000,
  lease: LEASE_TIMES,
  grace: 2_000,
};

/** Starts a worker wired as in the module, with timeouts short enough for specs. */
export function startWorker(database: Database, clock: Clock, keyring: Keyring, changed: Partial<WorkerSettings>) {
  // Workers log errors when specs block the database on purpose.
  Logger.overrideLogger(false);
  const settings = { ...SETTINGS, ...changed };
  const connection = new EndpointConnection(settings);
  const store = new DeliveryStore(database, clock, settings);
  const lanes = new Lanes(settings);
  const watchdog = new Watchdog(new Metrics());
  const deliveries = new Deliveries(store, settings, watchdog);
  const metrics = new DeliveryMetrics(new Metrics(), store, lanes);
  const signing = new SigningSecrets(keyring);
  const copies = { isSilent: false } as Copies;
  const userParts = new UserParts(keyring);
  const sender = new Sender(settings, store, deliveries, lanes, signing, userParts, connection, metrics, copies);
  const worker = new DeliveryWorker(settings, store, deliveries, lanes, sender, copies, watchdog);
  worker.start();
  return {
    wake: () => worker.wake(),
    stop: async () => {
      await worker.stop();
      await connection.close();
    },
  };
}
