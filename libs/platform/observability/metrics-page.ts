import { createServer, type Server } from 'node:http';
import { Registry } from 'prom-client';

/** A page for the operator beside the metrics. */
export type Page = () => Promise<{ status: number; body: object }>;

/**
 * Serves `/metrics` for Prometheus: on a port of its own, as it is for the operator only.
 * @param pages more pages by their paths, as JSON
 * @throws Error when the port can't be listened on
 */
export async function serveMetrics(
  page: () => Promise<string>,
  port: number,
  host: string,
  pages: Readonly<Record<string, Page>> = {},
): Promise<Server> {
  const metrics = async () => ({ status: 200, type: Registry.PROMETHEUS_CONTENT_TYPE, text: await page() });
  const server = createServer((request, response) => {
    const path = request.method === 'GET' ? (request.url ?? '') : '';
    const answer = path === '/metrics' ? metrics() : Object.hasOwn(pages, path) ? json(pages[path]!) : null;
    if (!answer) {
      response.writeHead(404).end();
      return;
    }
    answer.then(
      ({ status, type, text }) => response.writeHead(status, { 'content-type': type }).end(text),
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

async function json(page: Page) {
  const { status, body } = await page();
  return { status, type: 'application/json', text: JSON.stringify(body) };
}
