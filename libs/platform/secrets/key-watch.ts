import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SingleFlight } from '#platform/concurrency';
import { ServiceKeys } from './service-keys.js';
import { WrongKey } from './wrong-key.js';

/** How often the database is asked which key it is sealed with, in milliseconds. */
export const KEY_WATCH_INTERVAL = 2_000;

/** Follows a change of the key while the process runs, and ends the process when it was not given the new one. */
@Injectable()
export class KeyWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly keys: ServiceKeys) {}

  onApplicationBootstrap(): void {
    this.timer = new SingleFlight(() => this.look()).every(KEY_WATCH_INTERVAL);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    try {
      await this.keys.check();
    } catch (error) {
      // A database that is away says nothing about the key. A wrong one is for the process as a whole: it must end.
      if (error instanceof WrongKey)
        setImmediate(() => {
          throw error;
        });
    }
  }
}
