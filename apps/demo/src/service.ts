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

/** An answer of the client's operation. */
interface Answer<Data> {
  data?: Data;
  error?: unknown;
  request?: Request;
  response?: Response;
}

/** The data of an answer. @throws Error with the code and detail of the problem document */
export async function dataOf<Data>(answering: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
  const { data, error, request, response } = await answering;
  if (!response || !request) throw error;
  if (!response.ok) {
    const { code, detail } = error as { code: string; detail: string };
    throw new Error(`${request.method} ${new URL(request.url).pathname}: ${response.status} ${code}. ${detail}`);
  }
  return data as NonNullable<Data>;
}
