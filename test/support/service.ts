import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Abstract, INestApplication } from '@nestjs/common';
import { Groups } from '#contexts/groups';
import { AddLanguage, type NewLanguage } from '#contexts/languages';
import { ApiTokens } from '#contexts/sign-in';
import { Database } from '#platform/database';
import { createHttpApplication } from '#platform/http';
import { createLog } from '#platform/process';
import { ServiceModule, type ServiceOptions } from '#service';
import { type Call, callsWith } from './call.js';
import { MovableClock } from './clock.js';
import { createDatabase } from './database.js';
import { createLocation, PASSWORD, registerItem } from './records.js';

/** A Group with the default Language English, and its Integration. */
export interface TestGroup {
  groupID: number;
  /** The Integration's API token. */
  token: string;
  /** Calls as the Integration. */
  call: Call;
}

/** A user's session. */
export interface Session {
  accessToken: string;
  refreshToken: string;
  /** Calls as the user. */
  call: Call;
}

/** The whole service on a new database, called as the Integration of its Group `demo` unless another caller is given. */
export interface TestService extends TestGroup {
  app: INestApplication;
  /** Its base URL. */
  url: string;
  /** For another process on the same database. */
  options: ServiceOptions;
  clock: MovableClock;
  /** A provider of the service. */
  get<T>(type: Abstract<T>): T;
  /** Rows of its database. */
  // biome-ignore lint/suspicious/noExplicitAny: specs look into rows without restating their types
  sql(query: string, values?: unknown[]): Promise<any[]>;
  /** Calls with a token, or without one. */
  as(token: string | null): Call;
  /** Signs a user in. */
  signIn(username: string, password?: string): Promise<Session>;
  /** Creates a Location and returns its identifier. */
  location(changes?: object): Promise<string>;
  /** Registers an umbrella at a Location and returns its record. */
  item(locationID: string, changes?: object): ReturnType<typeof registerItem>;
  /** Enables a Language for the Group, or for one of its Locations, and returns its identifier. */
  language(language: Pick<NewLanguage, 'language' | 'code'> & Partial<NewLanguage>): Promise<number>;
  /** Creates another Group. */
  group(code: string): Promise<TestGroup>;
  stop(): Promise<void>;
}

/** An API process of the service. */
export interface ServedApi {
  app: INestApplication;
  /** Its base URL. */
  url: string;
}

/** Serves the API on a database that is there. */
export async function serveApi(options: ServiceOptions, log = createLog('warn')): Promise<ServedApi> {
  const app = await createHttpApplication(ServiceModule.forRoot(options) as never, { log });
  await app.listen(0, '127.0.0.1');
  return { app, url: `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}` };
}

/** @param more options in addition to the defaults of specs */
export async function startService(more: Partial<ServiceOptions> = {}, log = createLog('warn')): Promise<TestService> {
  const database = await createDatabase();
  const clock = new MovableClock();
  const options = { databaseUrl: database.url, redisUrl: null, secretKey: randomBytes(32), clock, ...more };
  const { app, url } = await serveApi(options, log);
  const get: TestService['get'] = (type) => app.get(type, { strict: false });
  const as = (token: string | null) => callsWith(url, token);

  async function group(code: string): Promise<TestGroup> {
    const { id: groupID } = await get(Groups).create(code, code);
    await get(AddLanguage).execute(groupID, { language: 'English', code: 'en', default: true, locationID: null });
    const { token } = await get(ApiTokens).create(groupID);
    return { groupID, token, call: as(token) };
  }

  const demo = await group('demo');
  return {
    ...demo,
    app,
    url,
    options,
    clock,
    get,
    sql: (query, values = []) => get(Database).withConnection(async (connection) => (await connection.query(query, values)).rows),
    as,
    group,
    async signIn(username, password = PASSWORD) {
      const { status, body } = await as(null)('POST', '/auth/login', { username, password });
      if (status !== 200) throw new Error(`${username} is not signed in: ${JSON.stringify(body)}`);
      return { ...body, call: as(body.accessToken) };
    },
    location: (changes) => createLocation(demo.call, changes),
    item: (locationID, changes) => registerItem(demo.call, locationID, changes),
    async language(language) {
      return (await get(AddLanguage).execute(demo.groupID, { default: false, locationID: null, ...language })).id;
    },
    async stop() {
      await app.close();
      await database.drop();
    },
  };
}
