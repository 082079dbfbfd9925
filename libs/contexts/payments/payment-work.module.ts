import { type BeforeApplicationShutdown, Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { ConnectionSettings } from '#contexts/connections';
import { Watchdog } from '#platform/observability';
import { PollingLoop } from '#platform/queue';
import { PaymentsModule } from './payments.module.js';
import { PaymentWorker } from './work/payment-worker.js';

/** Milliseconds for a look for payments that are to be ended or given back. */
const BOUND = 60_000;

/** Ends payments and gives money back, in the worker process only. */
@Module({ imports: [PaymentsModule] })
export class PaymentWorkModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: PollingLoop;

  constructor(
    private readonly worker: PaymentWorker,
    watchdog: Watchdog,
    { look }: ConnectionSettings,
  ) {
    const round = () => worker.round(() => this.loop.wake());
    this.loop = new PollingLoop(watchdog, 'payments', { interval: look, bound: BOUND }, round, new Logger('Payments'));
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.worker.settled();
  }
}
