import type { AddressInfo } from 'node:net';
import { connect } from '#client';
import { fillHotel } from '#demo';
import type { Configuration } from '#platform/configuration';
import { createHttpApplication } from '#platform/http';
import { createLog } from '#platform/process';
import { type Demo, makeDemo, ServiceModule, serviceOptions } from '#service';
import { writeDemo } from './demo-file.js';

/** Makes the demo data, with a hotel's life, where the database has no Group yet. @returns whether it did */
export async function prepareDemo(configuration: Configuration): Promise<boolean> {
  const made = await makeDemo(serviceOptions(configuration));
  if (!made) return false;
  writeDemo(configuration, made);
  await fillFirst(configuration, made);
  return true;
}

/** Fills the first Location by an API of its own that nobody else knows, so that the service is not ready before. */
async function fillFirst(configuration: Configuration, { apiToken, locations }: Demo): Promise<void> {
  const { trustedProxies, corsOrigins } = configuration;
  const options = serviceOptions(configuration);
  const contexts = ServiceModule.forRoot(options);
  const app = await createHttpApplication(contexts, { log: createLog('warn'), trustedProxies, corsOrigins });
  try {
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    await fillHotel(connect({ baseUrl: `http://127.0.0.1:${port}`, token: apiToken }), locations[0]!, options.clock.now());
  } finally {
    await app.close();
  }
}
