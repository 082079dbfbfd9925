import { type BeforeApplicationShutdown, Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Sweep, Wakeups } from '#queue';
import { ExpireDueRequests } from './commands/expire-due-requests.js';
import { RequestsModule } from './requests.module.js';

/** How often Requests are looked through for those whose days are over, in milliseconds. */
const INTERVAL = 5_000;

/** Ends Requests in time, for the worker process only. */
@Module({ imports: [RequestsModule] })
export class RequestExpiryModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly sweep: Sweep;

  constructor(
    private readonly wakeups: Wakeups,
    expire: ExpireDueRequests,
  ) {
    const log = new Logger('Expiry');
    this.sweep = new Sweep(
      (limit) => expire.batch(limit),
      (problem) => log.error(problem),
    );
  }

  onApplicationBootstrap(): void {
    this.wakeups.every('request-expiry', INTERVAL, () => this.sweep.start());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweep.stop();
  }
}
