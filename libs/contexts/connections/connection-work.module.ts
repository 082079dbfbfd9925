import { type BeforeApplicationShutdown, Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Watchdog } from '#platform/observability';
import { PollingLoop } from '#platform/queue';
import { ConnectionsModule } from './connections.module.js';
import { ConnectionReaders } from './work/connection-readers.js';

/** Milliseconds between looks for connections that are due, and for one look. */
const TIMES = { interval: 1_000, bound: 60_000 };

/** Reads reservation systems and mailboxes, in the worker process only. */
@Module({ imports: [ConnectionsModule] })
export class ConnectionWorkModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: PollingLoop;

  constructor(
    private readonly readers: ConnectionReaders,
    watchdog: Watchdog,
  ) {
    const round = () => readers.round(() => this.loop.wake());
    this.loop = new PollingLoop(watchdog, 'connections', TIMES, round, new Logger('Connections'));
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.readers.stop();
  }
}
