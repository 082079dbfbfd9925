import { randomBytes } from 'node:crypto';
import { readConfiguration } from '#platform/configuration';
import { createLog } from '#platform/process';
import { type Demo, makeDemo, type ServiceOptions, serviceOptions } from '#service';
import { startApi } from '../../apps/api/src/api.js';
import { createDatabase } from './database.js';
import { freePort } from './free-port.js';

/** The API with Swagger UI as `npm start` serves it, on a database with the demo Group. @param more of its environment */
export async function startDemo(
  more: Record<string, string> = {},
): Promise<{ url: string; demo: Demo; options: ServiceOptions; environment: Record<string, string>; stop(): Promise<void> }> {
  const database = await createDatabase();
  const SECRET_KEY = randomBytes(32).toString('base64');
  const environment = { DATABASE_URL: database.url, HOST: '127.0.0.1', PORT: String(await freePort()), SECRET_KEY, ...more };
  const configuration = readConfiguration(environment);
  const options = serviceOptions(configuration);
  const demo = await makeDemo(options);
  if (!demo) throw new Error('The database has Groups already.');
  const { url, stop } = await startApi(configuration, createLog('warn'));
  return {
    url,
    demo,
    options,
    environment,
    async stop() {
      await stop();
      await database.drop();
    },
  };
}
