import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.js';
import { installed } from './tools.js';

/** Specs that need it say so and are skipped without it. */
export const PGBOUNCER_INSTALLED = installed(
  spawnSync('pgbouncer', ['--version']).status === 0,
  'pgbouncer is not installed: what needs a pooler is left out.',
);

/** PgBouncer in transaction mode, with few connections, in front of a database. */
export class PgBouncer {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(databaseUrl: string): Promise<PgBouncer> {
    const target = new URL(databaseUrl);
    const folder = mkdtempSync(join(tmpdir(), 'lost-and-found-pgbouncer-'));
    chmodSync(folder, 0o755);
    const [port, users, settings] = [await freePort(), join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')];
    writeFileSync(users, `"${target.username}" "${target.password}"\n`);
    const lines = [
      '[databases]',
      `* = host=${target.hostname} port=${target.port}`,
      '[pgbouncer]',
      `listen_port = ${port}`,
      'listen_addr = 127.0.0.1',
      'unix_socket_dir =',
      'auth_type = plain',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'default_pool_size = 4',
      'max_client_conn = 200',
    ];
    writeFileSync(settings, `${lines.join('\n')}\n`);
    // It refuses to run as root.
    const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const child = spawn('pgbouncer', ['-q', ...account, settings], { stdio: 'ignore' });
    target.host = `127.0.0.1:${port}`;
    const bouncer = new PgBouncer(target.href, child, folder);
    await bouncer.answers();
    return bouncer;
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async answers(): Promise<void> {
    for (let tries = 1; ; tries++) {
      const client = new pg.Client({ connectionString: this.url });
      try {
        await client.connect();
        return await client.end();
      } catch (error) {
        if (tries === 100) throw error;
        await pause(50);
      }
    }
  }
}
