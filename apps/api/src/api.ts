import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Configuration } from '#platform/configuration';
import { createHttpApplication, serveDesk, serveOpenApi } from '#platform/http';
import { Metrics, startTracing } from '#platform/observability';
import type { Running } from '#platform/process';
import { registerChecks, ServiceModule, serviceOptions, tellParts } from '#service';

/** The running API. */
export interface Api extends Running {
  url: string;
}

/**
 * Serves `/api/v2`, Swagger UI and health.
 * @throws when the port is taken or the database can't be reached
 */
export async function startApi(configuration: Configuration, log: Logger): Promise<Api> {
  const tracing = await startTracing('lost-and-found-api', configuration.tracesUrl);
  const { host, port, trustedProxies, corsOrigins } = configuration;
  const contexts = ServiceModule.forRoot(serviceOptions(configuration));
  const app = await createHttpApplication(contexts, { log, trustedProxies, corsOrigins });
  registerChecks(app, 'api');
  tellParts(app, configuration, 'api', (cluster.worker?.id ?? 1) === 1);
  const { host: metricsHost, apiPort } = configuration.metrics;
  if (cluster.isWorker) app.get(Metrics).share();
  else if (apiPort !== null) await app.get(Metrics).serve(apiPort, metricsHost);
  serveOpenApi(app);
  serveDesk(app);
  await app.listen(port, host);
  const address = app.getHttpServer().address() as AddressInfo;
  log.info({ host, port: address.port }, 'The API is listening');
  return {
    url: `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${address.port}`,
    async stop() {
      await app.close();
      await tracing?.stop();
    },
  };
}
