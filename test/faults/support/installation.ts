import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { Clock } from '#platform/kernel';
import { CALLS, clientClass } from '#platform/postgres';
import { makeDemo } from '#service';
import { createDatabase } from '../../support/database.js';
import { freePort } from '../../support/free-port.js';
import { Program } from '../../support/program.js';
import { Receiver } from '../../support/receiver.js';
import { Load } from './load.js';

/** An installation of the service on a database: its processes, its Group, and an integrator's endpoint. */
export class Installation {
  private readonly programs: Program[] = [];
  private readonly loads: Load[] = [];
  private drop: (() => Promise<void>) | undefined;
  /** Identifiers of deliveries that may come more than once: they were being sent while something was killed or stood still. */
  readonly suspects = new Set<string>();

  private constructor(
    readonly database: pg.Pool,
    readonly receiver: Receiver,
    readonly token: string,
    private readonly port: number,
    /** What all its processes are given. */
    readonly environment: Readonly<Record<string, string>>,
  ) {}

  /** One on a new database, which ends with it. @param environment added to that of every process */
  static async begin(environment: Record<string, string> = {}): Promise<Installation> {
    const database = await createDatabase();
    const installation = await Installation.on(database.url, environment);
    installation.drop = database.drop;
    return installation;
  }

  /** Makes the Group, its endpoint and one API process. @param environment added to that of every process */
  static async on(databaseUrl: string, environment: Record<string, string> = {}): Promise<Installation> {
    const secretKey = randomBytes(32);
    const demo = await makeDemo({ databaseUrl, redisUrl: null, secretKey, clock: new Clock() });
    const receiver = await Receiver.open();
    const database = new pg.Pool({ Client: clientClass(databaseUrl, { limits: CALLS }), max: 2 });
    database.on('error', () => undefined);
    const port = await freePort();
    const installation = new Installation(database, receiver, demo!.apiToken, port, {
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      PORT: String(port),
      RATE_LIMIT: '0',
      SECRET_KEY: secretKey.toString('base64'),
      WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
      WEBHOOK_RETRY_SCHEDULE: '1s,1s,2s,2s,4s,4s',
      ...environment,
    });
    await installation.api();
    await installation.configure({ webhooks: { itemStatus: true }, endpoints: { itemStatus: receiver.url } });
    return installation;
  }

  /** The API process that it began with. */
  get firstApi(): Program {
    return this.programs[0]!;
  }

  get url(): string {
    return address(this.port);
  }

  api(environment: Record<string, string> = {}): Promise<Program> {
    return this.start('api', environment);
  }

  worker(environment: Record<string, string> = {}): Promise<Program> {
    return this.start('worker', environment);
  }

  /** @param port of the API process that is called; that of the first one unless given */
  load(desks?: number, port = this.port): Load {
    const load = new Load(address(port), this.token, desks);
    this.loads.push(load);
    return load;
  }

  async configure(body: object): Promise<void> {
    const { status } = await this.call('PUT', '/webhooks/config', body);
    if (status !== 200) throw new Error(`The configuration was answered ${status}.`);
  }

  /** @param answered called as soon as the status is known, before the body is read */
  async call(method: string, path: string, body?: object, answered?: () => void): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    answered?.();
    return { status: response.status, body: await response.json().catch(() => null) };
  }

  /** The status of `/health/ready`. */
  async ready(): Promise<number> {
    return (await fetch(new URL('/health/ready', this.url), { signal: AbortSignal.timeout(5_000) })).status;
  }

  async rows<Row extends pg.QueryResultRow>(query: string): Promise<Row[]> {
    return (await this.database.query<Row>(query)).rows;
  }

  async end(): Promise<void> {
    await Promise.allSettled(this.loads.map((load) => load.stop()));
    await Promise.all(this.programs.map((program) => program.kill()));
    await this.receiver.close();
    await this.database.end();
    await this.drop?.();
  }

  private async start(name: 'api' | 'worker', environment: Record<string, string>): Promise<Program> {
    const program = await Program.start(name, { ...this.environment, ...environment });
    this.programs.push(program);
    return program;
  }
}

function address(port: number): string {
  return `http://127.0.0.1:${port}/api/v2`;
}
