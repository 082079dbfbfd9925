import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { MikroORM } from '@mikro-orm/postgresql';
import { type Configuration, secretKeyOf } from '#configuration';
import { ContextsModule, isMigrated } from '#contexts';
import { Database } from '#database';
import { createHttpApplication, HealthChecks, openApiDocument, serveOpenApi } from '#http';
import { Clock } from '#kernel';
import type { Running } from '#process';

/** The API while it serves. */
export interface Api extends Running {
  url: string;
}

/**
 * Serves `/api/v2`, Swagger UI and health.
 * @throws when the port is taken or the database can't be reached
 */
export async function startApi(configuration: Configuration, log: Logger): Promise<Api> {
  const { databaseUrl, clockOffset, host, port } = configuration;
  if (databaseUrl === null) throw new Error('DATABASE_URL is needed; npm start brings a database of its own.');
  const contexts = ContextsModule.forRoot({
    databaseUrl,
    secretKey: secretKeyOf(configuration),
    clock: new Clock(clockOffset),
  });
  const app = await createHttpApplication(contexts, { log });
  app.get(HealthChecks).register('database', async () => void (await app.get(Database, { strict: false }).ping()));
  app.get(HealthChecks).register('migrations', async () => {
    if (!(await isMigrated(app.get(MikroORM, { strict: false })))) throw new Error('Migrations are pending.');
  });
  serveOpenApi(app, openApiDocument(app));
  await app.listen(port, host);
  const address = app.getHttpServer().address() as AddressInfo;
  log.info({ host, port: address.port }, 'The API is listening');
  return {
    url: `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${address.port}`,
    stop: () => app.close(),
  };
}
