import { type BeforeApplicationShutdown, Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Sweep, Wakeups } from '#queue';
import { ExpireDueItems } from './commands/expire-due-items.js';
import { ItemsModule } from './items.module.js';

/** How often items are looked through for ended storage, in milliseconds. */
const INTERVAL = 5_000;

/** Ends the storage of items in time, for the worker process only. */
@Module({ imports: [ItemsModule] })
export class ItemExpiryModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly sweep: Sweep;

  constructor(
    private readonly wakeups: Wakeups,
    expire: ExpireDueItems,
  ) {
    const log = new Logger('Expiry');
    this.sweep = new Sweep(
      (limit) => expire.batch(limit),
      (problem) => log.error(problem),
    );
  }

  onApplicationBootstrap(): void {
    this.wakeups.every('item-expiry', INTERVAL, () => this.sweep.start());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweep.stop();
  }
}
