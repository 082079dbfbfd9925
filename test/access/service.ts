import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { Groups } from '#contexts/groups';
import { ApiTokens } from '#contexts/sign-in';
import { createHttpApplication } from '#platform/http';
import { Clock } from '#platform/kernel';
import { ServiceModule, type ServiceOptions } from '#service';
import { checkedFetch } from '../support/contract.js';
import { createDatabase } from '../support/database.js';

export interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: specs look into answers of every route
  body: any;
  headers: Headers;
}

/** Calls the service with one token. */
export type Client = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answered>;

/** The service on a database of its own, with a Group and an Integration. */
export async function startService(more: Partial<ServiceOptions> = {}) {
  const database = await createDatabase();
  const module = ServiceModule.forRoot({
    databaseUrl: database.url,
    redisUrl: null,
    secretKey: Buffer.alloc(32, 7),
    clock: new Clock(),
    ...more,
  });
  const app = await createHttpApplication(module, { log: pino({ level: 'fatal' }) });
  await app.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;

  const client =
    (token: string | null): Client =>
    async (method, path, body, headers = {}) => {
      const isForm = body instanceof FormData;
      const response = await checkedFetch(`${url}/api/v2${path}`, {
        method,
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
    };

  const group = async (code: string) => {
    const { id } = await app.get(Groups, { strict: false }).create(code, code);
    const { token } = await app.get(ApiTokens, { strict: false }).create(id);
    return client(token);
  };

  const stop = async () => {
    await app.close();
    await database.drop();
  };
  return { app, url, client, group, stop };
}

export type Service = Awaited<ReturnType<typeof startService>>;

/** Creates a Location in a country. @returns its identifier */
export async function createLocation(call: Client, countryID = 'NL', name = 'Hotel'): Promise<string> {
  const { status, body } = await call('POST', '/locations', {
    name,
    address: { address: 'Street', addressNumber: '1', city: 'City', countryID, zipCode: '1000' },
    contactDetails: { contactPerson: 'Ann', contactEmail: 'ann@example.com', phoneNumber: '1' },
    pickupDetails: {},
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.locationID;
}

export const PASSWORD = 'correct horse battery';

/** Creates a user with access to one Location. @returns its record */
export async function createUser(call: Client, username: string, userRole: string, locationID: string) {
  const { status, body } = await call('POST', '/users', { username, password: PASSWORD, locationID, userRole });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}
