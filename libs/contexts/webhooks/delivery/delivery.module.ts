import { type BeforeApplicationShutdown, type DynamicModule, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { MetricsModule } from '#platform/observability';
import { Sweeps, Wakeups } from '#platform/queue';
import { UserParts } from '../configuration/user-parts.js';
import { DELIVERIES } from '../outbox/webhooks.projections.js';
import { SigningSecrets } from '../signing/signing-secrets.js';
import { Deliveries } from './deliveries.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { DeliveryStore } from './delivery-store.js';
import { DeliveryWorker } from './delivery-worker.js';
import { EndpointConnection } from './endpoint-connection.js';
import { Lanes } from './lanes.js';
import { DeliveryPartitions } from './partitions.js';
import { Redeliveries } from './redeliveries.js';
import { Sender } from './sender.js';
import { type DeliverySettings, LEASE_TIMES, WORKER_SETTINGS, type WorkerSettings } from './settings.js';

/** How long a stopping worker waits for calls in flight, in milliseconds, so that the process ends within ten seconds. */
const GRACE = 5_500;
/** Milliseconds between sweeps of what is left to fail, and to redeliver. */
const [FAILING, REDELIVERING] = [5_000, 1_000];
const HOUR = 60 * 60 * 1000;

/** Webhook delivery, for the worker process only. */
@Module({})
export class WebhookDeliveryModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly worker: DeliveryWorker,
    private readonly connection: EndpointConnection,
    private readonly wakeups: Wakeups,
    sweeps: Sweeps,
    store: DeliveryStore,
    redeliveries: Redeliveries,
    partitions: DeliveryPartitions,
  ) {
    sweeps.every('webhook-backlogs', FAILING, (limit) => store.failRemaining(limit));
    sweeps.every('webhook-partitions', HOUR, () => partitions.turn());
    sweeps.every('webhook-redeliveries', REDELIVERING, () => redeliveries.continueRanges());
  }

  static forRoot(settings: DeliverySettings): DynamicModule {
    const worker: WorkerSettings = { ...settings, lease: LEASE_TIMES, grace: GRACE, random: Math.random };
    return {
      module: WebhookDeliveryModule,
      imports: [MetricsModule],
      providers: [
        { provide: WORKER_SETTINGS, useValue: worker },
        EndpointConnection,
        DeliveryStore,
        DeliveryPartitions,
        Redeliveries,
        SigningSecrets,
        UserParts,
        Lanes,
        Deliveries,
        DeliveryMetrics,
        Sender,
        DeliveryWorker,
      ],
    };
  }

  onApplicationBootstrap(): void {
    this.worker.start();
    this.wakeups.consume(DELIVERIES, () => this.worker.wake());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop();
    await this.connection.close();
  }
}
