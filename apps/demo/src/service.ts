import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, connect } from '#client';

/**
 * The client of the service, with the token that the first start wrote to demo.json.
 * @throws Error saying what to do when the service has not been started yet
 */
export function demoClient(dataDir: string): Client {
  try {
    const { baseUrl, apiToken } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
    return connect({ baseUrl, token: apiToken, attempts: 3 });
  } catch {
    throw new Error(`There is no demo in ${dataDir}. Run npm start in another terminal first.`);
  }
}
