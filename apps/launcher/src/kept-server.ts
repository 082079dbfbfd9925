import { setTimeout as pause } from 'node:timers/promises';
import type { RunDatabase } from '#platform/process';
import { Pauses } from './pauses.js';

/** Starts the embedded PostgreSQL again whenever it ends, as the API and the worker are, which reconnect by themselves. */
export class KeptServer {
  private readonly pauses = new Pauses();
  private stopping = false;

  constructor(private readonly database: RunDatabase) {
    if (database.server) void this.keep(database.server);
  }

  /** Stops the server, or what starts it. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.database.stop();
  }

  private async keep(server: NonNullable<RunDatabase['server']>): Promise<void> {
    for (let said = await server.ended; !this.stopping; ) {
      const wait = this.pauses.next();
      console.error(`The embedded PostgreSQL ended; restarting it in ${wait / 1000} s.${said && `\n${said}`}`);
      await pause(wait);
      if (this.stopping) return;
      try {
        await server.restart();
        this.pauses.begin();
        console.error('The embedded PostgreSQL runs again.');
      } catch {
        // Its words are reported with its end.
      }
      said = await server.ended;
    }
  }
}
