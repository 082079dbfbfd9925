import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { accountFor, EmbeddedPostgres } from '#platform/embedded-postgres';
import { connected } from './database.js';
import { freePort } from './free-port.js';

/** A PostgreSQL and another that follows it by streaming its write-ahead log, each with the service's role and database. */
export class Replicated {
  private process: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    readonly primary: EmbeddedPostgres,
    private readonly port: number,
  ) {}

  static async start(): Promise<Replicated> {
    const folder = mkdtempSync(join(tmpdir(), 'replicated-'));
    // The standby runs under the account of the primary, which has to get here.
    chmodSync(folder, 0o755);
    const [first, data] = [join(folder, 'primary'), join(folder, 'standby')];
    await (await EmbeddedPostgres.start({ folder: first })).stop();
    cpSync(join(first, 'data'), data, { recursive: true });
    chmodSync(data, 0o700);
    const primary = await EmbeddedPostgres.start({ folder: first });
    writeFileSync(join(data, 'standby.signal'), '');
    appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${primary.superuserUrl}'\n`);
    const { uid, gid } = statSync(join(first, 'data'));
    execFileSync('chown', ['-R', `${uid}:${gid}`, data]);
    const replicated = new Replicated(folder, primary, await freePort());
    try {
      await replicated.startStandby();
      return replicated;
    } catch (error) {
      await replicated.stop();
      throw error;
    }
  }

  get standbyUrl(): string {
    return this.atStandby(this.primary.url);
  }

  async startStandby(): Promise<void> {
    const data = join(this.folder, 'standby');
    const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as { postgres: string };
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'fsync=off'];
    const args = ['-D', data, '-p', String(this.port), ...settings.flatMap((setting) => ['-c', setting])];
    const [command, ...rest] = [...accountFor(data, postgres).prefix, postgres, ...args] as [string, ...string[]];
    this.process = spawn(command, rest, { cwd: '/', stdio: 'ignore' });
    for (const end = Date.now() + 30_000; ; await pause(50)) {
      try {
        return await this.atStandbyAsSuperuser('select 1');
      } catch (error) {
        if (Date.now() > end || this.process.exitCode !== null) throw error;
      }
    }
  }

  /** As a power cut would. */
  async killStandby(): Promise<void> {
    if (this.process?.exitCode !== null || this.process.signalCode !== null) return;
    const ended = once(this.process, 'exit');
    this.process.kill('SIGQUIT');
    await ended;
  }

  /** Later writes are received, but not seen, until `resume`. */
  async pause(): Promise<void> {
    await this.atStandbyAsSuperuser('select pg_wal_replay_pause()');
  }

  async resume(): Promise<void> {
    await this.atStandbyAsSuperuser('select pg_wal_replay_resume()');
  }

  async stop(): Promise<void> {
    await this.killStandby();
    await this.primary.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async atStandbyAsSuperuser(query: string): Promise<void> {
    await connected(this.atStandby(this.primary.superuserUrl), (client) => client.query(query));
  }

  private atStandby(url: string): string {
    return Object.assign(new URL(url), { port: String(this.port) }).href;
  }
}
