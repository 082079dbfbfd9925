import { createServer, type Server } from 'node:http';
import { Registry } from 'prom-client';

/**
 * Serves `/metrics` for Prometheus: on a port of its own, as it is for the operator only.
 * @throws Error when the port can't be listened on
 */
export async function serveMetrics(page: () => Promise<string>, port: number, host: string): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    page().then(
      (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
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
  return server;
}
