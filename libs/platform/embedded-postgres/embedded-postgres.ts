import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Account, accountFor, runAs } from './account.js';
import { type Binaries, binaries } from './binaries.js';
import { Server } from './server.js';
import { serviceAddress } from './service-role.js';

const SUPERUSER = 'postgres';

/** A server for the service must survive a power cut; one for tests need not. */
const DURABLE = ['synchronous_commit=on'];
const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

export interface EmbeddedPostgresOptions {
  /** Holds the data, password and log of this server only. */
  folder: string;
  /** Off for tests only. */
  durable?: boolean;
  /** A free port when absent. */
  port?: number;
}

/** A PostgreSQL from the npm registry, on a free port of the loopback address. */
export class EmbeddedPostgres {
  private constructor(
    /** Address of its database for the service, password included: of a role that is no superuser. */
    readonly url: string,
    /** The same for who looks after the server itself. */
    readonly superuserUrl: string,
    private readonly server: Server,
    private readonly programs: Binaries,
    private readonly account: Account,
    private readonly data: string,
  ) {}

  /**
   * Initialises the folder when it is new, stops a server that a killed process left running, and starts.
   * @throws EmbeddedPostgresError saying what to do
   */
  static async start({ folder, durable = true, port: wanted }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const programs = await binaries();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const account = accountFor(folder, programs.postgres);
    const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')];
    if (!existsSync(data)) await initialise(programs, account, folder, passwordFile);
    const password = readFileSync(passwordFile, 'utf8').trim();
    await stopServer(programs, account, data);

    const port = wanted ?? (await freePort());
    const settings = [
      ...(durable ? DURABLE : NOT_DURABLE),
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=200',
      // Details of an error name values: what somebody typed would be in the log.
      'log_error_verbosity=terse',
    ];
    const flags = ['-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
    const server = new Server(account, programs.postgres, folder, flags);
    await server.start();
    const superuserUrl = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
    return new EmbeddedPostgres(await serviceAddress(superuserUrl), superuserUrl, server, programs, account, data);
  }

  /** Resolves with what it said last when it has ended, for whatever reason. */
  get ended(): Promise<string> {
    return this.server.ended;
  }

  /** Starts it again, under the same address, after it has ended. @throws EmbeddedPostgresError */
  async restart(): Promise<void> {
    await this.server.start();
  }

  /** Ends open sessions and stops cleanly. */
  async stop(): Promise<void> {
    await stopServer(this.programs, this.account, this.data);
    await this.server.stop();
  }

  /** Stops as a crash would: nothing is written, the next start recovers. */
  async crash(): Promise<void> {
    await runAs(this.account, this.programs.pg_ctl, ['stop', '-m', 'immediate', '-w', '-D', this.data]);
  }
}

/** Initialises the data in a temporary folder and then renames it, so that an interrupted start leaves nothing incomplete. */
async function initialise(programs: Binaries, account: Account, folder: string, passwordFile: string): Promise<void> {
  const fresh = join(folder, 'data.new');
  rmSync(fresh, { recursive: true, force: true });
  writeFileSync(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  account.takeOwnership(passwordFile);
  await runAs(account, programs.initdb, [
    `--pgdata=${fresh}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]);
  renameSync(fresh, join(folder, 'data'));
}

/**
 * A server that was killed stays in the table of processes where the first process, as in many containers, does not ask how it ended.
 * PostgreSQL would take it for running: under the number of its parent it goes on to see whether any other of its processes is left.
 */
function isOnlyListed(data: string): boolean {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return false;
  const [pid, ...rest] = readFileSync(file, 'utf8').split('\n');
  const status = `/proc/${pid}/status`;
  if (!existsSync(status) || !/^State:\s*Z/m.test(readFileSync(status, 'utf8'))) return false;
  writeFileSync(file, [process.pid, ...rest].join('\n'));
  return true;
}

async function stopServer(programs: Binaries, account: Account, data: string): Promise<void> {
  if (isOnlyListed(data)) return;
  const running = await runAs(account, programs.pg_ctl, ['status', '-D', data]).then(
    () => true,
    () => false,
  );
  if (running) await runAs(account, programs.pg_ctl, ['stop', '-m', 'fast', '-w', '-t', '30', '-D', data]);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as { port: number };
        probe.close(() => resolve(port));
      });
  });
}
