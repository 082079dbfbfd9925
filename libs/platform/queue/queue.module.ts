import { type DynamicModule, Global, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { WatchdogModule } from '#platform/observability';
import type { QueuePlace } from './connections.js';
import { Sweeps } from './sweeps.js';
import { Wakeups } from './wakeups.js';

/** Milliseconds: each consumer asks again every second, and what is wrong for all of them is said once in this time. */
const SAID = 60_000;
/** The most texts of problems that are remembered. */
const MOST = 100;

/** The queue for every context. An unavailable queue is logged and only costs latency. */
@Global()
@Module({})
export class QueueModule implements OnApplicationShutdown {
  constructor(@Inject(Wakeups) private readonly wakeups: Wakeups) {}

  static forRoot(place: QueuePlace): DynamicModule {
    const log = new Logger('Queue');
    const said = new Map<string, number>();
    const report = (problem: unknown) => {
      const text = problem instanceof Error ? problem.message || problem.name : String(problem);
      const now = performance.now();
      if (now - (said.get(text) ?? -SAID) < SAID) return;
      // Texts may name addresses and numbers: they are not collected.
      if (said.size > MOST) said.clear();
      said.set(text, now);
      log.warn(text);
    };
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
