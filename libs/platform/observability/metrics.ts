import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Global, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { RELEASE } from '#platform/runtime';
import { type Page, serveMetrics } from './metrics-page.js';

/** The metrics of this process. */
@Injectable()
export class Metrics implements OnApplicationShutdown {
  readonly registry = new Registry();
  private server: Server | null = null;

  constructor() {
    const { version, commit } = RELEASE;
    new Gauge({
      name: 'lost_and_found_build_info',
      help: '1, with the version of what runs and the commit that it was built from, empty where that is not known.',
      labelNames: ['version', 'commit'],
      // For several API processes, which are of one release.
      aggregator: 'first',
      registers: [this.registry],
    }).set({ version, commit: commit ?? '' }, 1);
  }

  /**
   * Serves `/metrics`. @returns the port, a free one for 0
   * @param pages more pages by their paths, as JSON
   * @throws Error when the port can't be listened on
   */
  async serve(port: number, host: string, pages: Readonly<Record<string, Page>> = {}): Promise<number> {
    collectDefaultMetrics({ register: this.registry });
    this.server = await serveMetrics(() => this.registry.metrics(), port, host, pages);
    return (this.server.address() as AddressInfo).port;
  }

  /** Hands the metrics to the first process of a cluster when it asks: it serves those of all processes together. */
  share(): void {
    collectDefaultMetrics({ register: this.registry });
    AggregatorRegistry.setRegistries(this.registry);
    // Its constructor makes this process answer.
    new AggregatorRegistry();
  }

  onApplicationShutdown(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}

/** One `Metrics` for the process. */
@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {}
