import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { Groups } from '#contexts/groups';
import { AddLanguage, type NewLanguage } from '#contexts/languages';
import { ApiTokens } from '#contexts/sign-in';
import { createHttpApplication, createLog } from '#platform/http';
import { Clock } from '#platform/kernel';
import { ServiceModule, type ServiceOptions } from '#service';
import { checkedFetch } from './contract.js';
import { createDatabase } from './database.js';

const DAY = 24 * 60 * 60 * 1000;

/** Time that a spec moves forward. */
export class MovableClock extends Clock {
  private ahead = 0;

  forward(days: number): void {
    this.ahead += days * DAY;
  }

  override get offset(): number {
    return this.ahead;
  }
}

/** An answer of the service, read whole. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: specs look into records without restating their types
  body: any;
}

/** The whole service on a database of its own, called as the Integration of the Group `demo`. */
export interface TestService {
  app: INestApplication;
  /** Where it listens. */
  url: string;
  /** Of the Integration of `demo`. */
  token: string;
  /** For another process on the same database. */
  options: ServiceOptions;
  clock: MovableClock;
  call(method: string, path: string, body?: object, token?: string): Promise<Answer>;
  /** Creates a Location and gives its identifier. */
  location(changes?: object): Promise<string>;
  /** Enables a Language for the Group `demo`, or for one of its Locations, and gives its identifier. */
  language(language: NewLanguage): Promise<number>;
  /** Makes another Group and gives the token of its Integration. */
  group(code: string): Promise<string>;
  stop(): Promise<void>;
}

/** @param more options other than those of a specification alone */
export async function startService(more: Partial<ServiceOptions> = {}, log = createLog('warn')): Promise<TestService> {
  const database = await createDatabase();
  const clock = new MovableClock();
  const options = { databaseUrl: database.url, redisUrl: null, secretKey: randomBytes(32), clock, ...more };
  const app = await createHttpApplication(ServiceModule.forRoot(options) as never, { log });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  async function group(code: string): Promise<string> {
    const { id } = await app.get(Groups, { strict: false }).create(code, code);
    const english = { language: 'English', code: 'en', default: true, locationID: null };
    await app.get(AddLanguage, { strict: false }).execute(id, english);
    return (await app.get(ApiTokens, { strict: false }).create(id)).token;
  }

  const own = await group('demo');
  async function call(method: string, path: string, body?: object, token = own): Promise<Answer> {
    const response = await checkedFetch(`${url}/api/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  }

  return {
    app,
    url,
    token: own,
    options,
    clock,
    call,
    group,
    async location(changes = {}) {
      const { status, body } = await call('POST', '/locations', { ...HARBOUR_HOTEL, ...changes });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.locationID;
    },
    async language(language) {
      const { id } = await app.get(Groups, { strict: false }).byCode('demo');
      return (await app.get(AddLanguage, { strict: false }).execute(id, language)).id;
    },
    async stop() {
      await app.close();
      await database.drop();
    },
  };
}

const HARBOUR_HOTEL = {
  name: 'Harbour Hotel',
  address: { address: 'Kade', addressNumber: '1', city: 'Rotterdam', countryID: 'NL', zipCode: '3011' },
  contactDetails: { contactPerson: 'Ann', contactEmail: 'ann@example.com', phoneNumber: '+31 10 123 4567' },
  pickupDetails: {},
};
