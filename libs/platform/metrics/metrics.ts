import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** The metrics of this process, and the endpoint for Prometheus: on a separate port, as it is for the operator only. */
@Injectable()
export class Metrics implements OnApplicationShutdown {
  readonly registry = new Registry();
  private server: Server | null = null;

  /**
   * Serves `/metrics`. @returns the port, a free one for 0
   * @throws Error when the port can't be listened on
   */
  async serve(port: number, host: string): Promise<number> {
    collectDefaultMetrics({ register: this.registry });
    const server = createServer((request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      this.registry.metrics().then(
        (page) => response.writeHead(200, { 'content-type': this.registry.contentType }).end(page),
        () => response.writeHead(500).end(),
      );
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', ({ code }: NodeJS.ErrnoException) => {
        const why = code === 'EADDRINUSE' ? 'is in use' : `can't be listened on (${code})`;
        reject(new Error(`The metrics port ${port} of ${host} ${why}.`));
      });
      server.listen(port, host, resolve);
    });
    this.server = server;
    return (server.address() as AddressInfo).port;
  }

  onApplicationShutdown(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}
