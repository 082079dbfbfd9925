import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Global, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import { type Page, serveMetrics } from './metrics-page.js';

/** The metrics of this process. */
@Injectable()
export class Metrics implements OnApplicationShutdown {
  readonly registry = new Registry();
  private server: Server | null = null;

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
