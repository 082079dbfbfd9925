import { type DynamicModule, Global, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { WatchdogModule } from '#platform/observability';
import type { QueuePlace } from './connections.js';
import { Sweeps } from './sweeps.js';
import { Wakeups } from './wakeups.js';

/** The queue for every context. An unavailable queue is logged and only costs latency. */
@Global()
@Module({})
export class QueueModule implements OnApplicationShutdown {
  constructor(@Inject(Wakeups) private readonly wakeups: Wakeups) {}

  static forRoot(place: QueuePlace): DynamicModule {
    const log = new Logger('Queue');
    const report = (problem: unknown) => log.warn(problem instanceof Error ? problem.message || problem.name : String(problem));
    return {
      module: QueueModule,
      imports: [WatchdogModule],
      providers: [{ provide: Wakeups, useFactory: () => new Wakeups(place, report) }, Sweeps],
      exports: [Wakeups, Sweeps],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.wakeups.close();
  }
}
