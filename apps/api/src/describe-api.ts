import type { OpenAPIObject } from '@nestjs/swagger';
import { pino } from 'pino';
import { createHttpApplication, openApiDocument, withSharedParts } from '#platform/http';
import { Clock } from '#platform/kernel';
import { ServiceModule } from '#service';

/** The OpenAPI document of the API as it is served, without starting it or connecting to anything. */
export async function describeApi(): Promise<OpenAPIObject> {
  const nowhere = { databaseUrl: 'postgres://localhost/none', redisUrl: null, secretKey: Buffer.alloc(32), clock: new Clock() };
  const log = pino({ level: 'error' });
  return withSharedParts(openApiDocument(await createHttpApplication(ServiceModule.forRoot(nowhere), { log, preview: true })));
}
