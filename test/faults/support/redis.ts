import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../support/free-port.js';
import { installed } from '../../support/tools.js';

const run = promisify(execFile);

/** Specs that need it say so and are skipped without it. */
export const REDIS_INSTALLED = installed(
  ['redis-server', 'redis-cli'].every((name) => spawnSync(name, ['--version']).status === 0),
  'redis-server is not installed: what needs a Redis is left out.',
);

/** A Redis on the loopback address that keeps nothing. */
export class RedisServer {
  private process: ChildProcess | null = null;

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly settings: readonly string[],
  ) {}

  static async start(settings: readonly string[] = []): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), mkdtempSync(join(tmpdir(), 'lost-and-found-redis-')), settings);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Comes back, empty. */
  async start(): Promise<void> {
    const flags = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', this.folder];
    this.process = spawn('redis-server', [...flags, ...this.settings], { stdio: 'ignore' });
    for (let tries = 0; tries < 100; tries++) {
      if ((await this.ask('ping').catch(() => '')) === 'PONG') return;
      await pause(50);
    }
    throw new Error(`No Redis on port ${this.port}.`);
  }

  async ask(...command: string[]): Promise<string> {
    return (await run('redis-cli', ['-p', String(this.port), ...command])).stdout.trim();
  }

  /** As a crash would. */
  async kill(): Promise<void> {
    if (!this.process || this.process.signalCode !== null) return;
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Three nodes that share the keys. */
export class RedisCluster {
  private constructor(readonly nodes: readonly RedisServer[]) {}

  static async start(): Promise<RedisCluster> {
    const nodes = [];
    for (let node = 0; node < 3; node++) {
      const bus = String(await freePort());
      nodes.push(await RedisServer.start(['--cluster-enabled', 'yes', '--cluster-port', bus, '--cluster-node-timeout', '2000']));
    }
    const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
    await run('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes'], { timeout: 30_000 });
    for (const node of nodes) while (!(await node.ask('cluster', 'info')).includes('cluster_state:ok')) await pause(50);
    return new RedisCluster(nodes);
  }

  get url(): string {
    return this.nodes.map(({ url }) => url).join(',');
  }

  async end(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.end()));
  }
}
