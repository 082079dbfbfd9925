import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Inject,
  Logger,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Database } from '#platform/database';
import { Clock } from '#platform/kernel';
import { Metrics, MetricsModule } from '#platform/metrics';
import { Wakeups } from '#platform/queue';
import { Secrets } from '#platform/secrets';
import { DELIVERIES } from '../outbox/wakeup.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { DeliveryStore } from './delivery-store.js';
import { DeliveryWorker } from './delivery-worker.js';
import { DueDeliveriesQuery } from './due-deliveries.js';
import { EndpointConnection } from './endpoint-connection.js';

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

/** What a stopping worker gives to calls on their way, so that the whole process ends within ten seconds. */
const GRACE = 5_500;
const SIX_HOURS = 6 * 60 * 60 * 1000;
const SETTINGS = Symbol('delivery settings');

/** The delivery of webhooks, for the worker process only. */
@Module({})
export class WebhookDeliveryModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Webhooks');
  private readonly store: DeliveryStore;
  private readonly connection: EndpointConnection;
  private readonly worker: DeliveryWorker;

  constructor(
    @Inject(SETTINGS) private readonly settings: DeliverySettings,
    database: Database,
    clock: Clock,
    secrets: Secrets,
    private readonly wakeups: Wakeups,
    metrics: Metrics,
  ) {
    const { timeout, allowPrivateAddresses, concurrency, endpointConcurrency, schedule } = settings;
    this.store = new DeliveryStore(database, clock);
    this.connection = new EndpointConnection({ timeout, allowPrivateAddresses, width: concurrency });
    const backlog = new DueDeliveriesQuery(database, clock);
    const counted = new DeliveryMetrics(metrics.registry, backlog, () => this.worker.inHand());
    this.worker = new DeliveryWorker(
      this.store,
      this.connection,
      secrets,
      {
        widths: { total: concurrency, lane: endpointConcurrency },
        policy: { schedule, random: Math.random },
        grace: GRACE,
        onAttempt: (kind, result) => counted.attempted(kind, result),
      },
      (problem) => this.log.error(problem),
    );
  }

  static forRoot(settings: DeliverySettings): DynamicModule {
    const imports = [MetricsModule];
    return { module: WebhookDeliveryModule, imports, providers: [{ provide: SETTINGS, useValue: settings }] };
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.turnPartitions();
    this.worker.start();
    this.wakeups.consume(DELIVERIES, () => this.worker.wake());
    this.wakeups.every('webhook-partitions', SIX_HOURS, () => this.turnPartitions());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop();
    await this.connection.close();
  }

  private async turnPartitions(): Promise<void> {
    await this.store.turnPartitions(this.settings.retention).catch((problem) => this.log.error(problem));
  }
}
