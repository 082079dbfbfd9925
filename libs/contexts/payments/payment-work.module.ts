import { type BeforeApplicationShutdown, Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Watchdog } from '#platform/observability';
import { PollingLoop } from '#platform/queue';
import { PaymentsModule } from './payments.module.js';
import { PaymentWorker } from './work/payment-worker.js';

/** Milliseconds between looks for payments that are to be ended or given back, and for one look. */
const TIMES = { interval: 1_000, bound: 60_000 };

/** Ends payments and gives money back, in the worker process only. */
@Module({ imports: [PaymentsModule] })
export class PaymentWorkModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: PollingLoop;

  constructor(
    private readonly worker: PaymentWorker,
    watchdog: Watchdog,
  ) {
    const round = () => worker.round(() => this.loop.wake());
    this.loop = new PollingLoop(watchdog, 'payments', TIMES, round, new Logger('Payments'));
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.worker.settled();
  }
}
