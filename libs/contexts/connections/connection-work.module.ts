import { type BeforeApplicationShutdown, Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Watchdog } from '#platform/observability';
import { PollingLoop } from '#platform/queue';
import { ConnectionSettings } from './connection-settings.js';
import { ConnectionsModule } from './connections.module.js';
import { ConnectionReaders } from './work/connection-readers.js';

/** Milliseconds for a look for connections that are due. */
const BOUND = 60_000;

/** Reads reservation systems and mailboxes, in the worker process only. */
@Module({ imports: [ConnectionsModule] })
export class ConnectionWorkModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: PollingLoop;

  constructor(
    private readonly readers: ConnectionReaders,
    watchdog: Watchdog,
    { look }: ConnectionSettings,
  ) {
    const round = () => readers.round(() => this.loop.wake());
    this.loop = new PollingLoop(watchdog, 'connections', { interval: look, bound: BOUND }, round, new Logger('Connections'));
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.readers.stop();
  }
}
