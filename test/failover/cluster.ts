import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../support/free-port.js';
import { patroniConfiguration } from './patroni.js';

/** A member as Patroni's `GET /cluster` shows it. */
interface Member {
  name: string;
  role: 'leader' | 'replica' | 'sync_standby';
  state: string;
}

interface Node {
  name: string;
  port: number;
  rest: number;
  patroni: ChildProcess;
}

/** Debian's PostgreSQL; the newest on this machine. */
const POSTGRES = '/usr/lib/postgresql';

/** Two PostgreSQL servers, each run by a Patroni, with etcd and HAProxy, all on the loopback address. */
export class Cluster {
  private readonly folder = mkdtempSync(join(tmpdir(), 'lost-and-found-failover-'));
  private readonly others: ChildProcess[] = [];
  private readonly nodes: Node[] = [];
  private etcd = '';
  private proxy = 0;

  static async start(): Promise<Cluster> {
    const cluster = new Cluster();
    chmodSync(cluster.folder, 0o777);
    await cluster.startEtcd();
    for (const name of ['one', 'two']) {
      const [port, rest] = [await freePort(), await freePort()];
      cluster.nodes.push({ name, port, rest, patroni: cluster.startPatroni(name, port, rest) });
      await cluster.until((members) => members.some(({ role }) => role === 'leader'));
    }
    await cluster.untilSynchronous();
    await cluster.startProxy();
    return cluster;
  }

  /** By way of the clients: all servers, of which the one that can be written to is taken. @param as `user:password` */
  addressOf(as: string, database: string): string {
    const hosts = this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `postgres://${as}@${hosts}/${database}?target_session_attrs=read-write`;
  }

  /** By way of HAProxy, which asks each Patroni whether its server is the primary. */
  proxyAddressOf(as: string, database: string): string {
    return `postgres://${as}@127.0.0.1:${this.proxy}/${database}`;
  }

  /** Kills all processes of the primary's machine at once, as a power cut would. @returns its name */
  async killPrimary(): Promise<string> {
    const { name } = (await this.members()).find(({ role }) => role === 'leader')!;
    const node = this.nodes.find((one) => one.name === name)!;
    const [main] = readFileSync(join(this.dataOf(name), 'postmaster.pid'), 'utf8').split('\n');
    const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ');
    for (const pid of [node.patroni.pid, main, ...children]) process.kill(Number(pid), 'SIGKILL');
    return name;
  }

  /** The killed machine comes back and becomes the standby. */
  async revive(name: string): Promise<void> {
    const node = this.nodes.find((one) => one.name === name)!;
    node.patroni = this.startPatroni(name, node.port, node.rest);
    await this.untilSynchronous();
  }

  /** Waits until another server than `lost` is the primary. */
  async untilPromoted(lost: string): Promise<void> {
    await this.until((members) =>
      members.some(({ name, role, state }) => role === 'leader' && name !== lost && state === 'running'),
    );
  }

  async end(): Promise<void> {
    for (const { patroni } of this.nodes) patroni.kill('SIGTERM');
    await Promise.all(this.nodes.map(({ patroni }) => patroni.exitCode ?? patroni.signalCode ?? once(patroni, 'exit')));
    for (const child of this.others) child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async startEtcd(): Promise<void> {
    const [client, peer] = [await freePort(), await freePort()];
    this.etcd = `127.0.0.1:${client}`;
    const [own, between] = [`http://${this.etcd}`, `http://127.0.0.1:${peer}`];
    const urls = ['--listen-client-urls', own, '--advertise-client-urls', own, '--listen-peer-urls', between];
    const first = ['--initial-advertise-peer-urls', between, '--initial-cluster', `default=${between}`];
    this.others.push(this.spawn('etcd', ['etcd', '--data-dir', join(this.folder, 'etcd'), ...urls, ...first]));
    while (
      !(await fetch(`${own}/health`)
        .then(({ ok }) => ok)
        .catch(() => false))
    )
      await pause(100);
  }

  private startPatroni(name: string, port: number, rest: number): ChildProcess {
    const [version] = readdirSync(POSTGRES).sort((a, b) => Number(b) - Number(a));
    const file = join(this.folder, `${name}.yml`);
    const programs = join(POSTGRES, version!, 'bin');
    const data = this.dataOf(name);
    writeFileSync(file, patroniConfiguration({ name, port, rest, etcd: this.etcd, data, programs, sockets: this.folder }));
    const account = process.getuid!() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
    return this.spawn(name, [...account, 'patroni', file]);
  }

  private async startProxy(): Promise<void> {
    this.proxy = await freePort();
    const servers = this.nodes.map(({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} check port ${rest}`);
    const lines = [
      'defaults\n  mode tcp\n  timeout connect 2s\n  timeout client 1h\n  timeout server 1h',
      `listen postgres\n  bind 127.0.0.1:${this.proxy}\n  option httpchk OPTIONS /primary\n  http-check expect status 200`,
      '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
      ...servers,
      '',
    ];
    const file = join(this.folder, 'haproxy.cfg');
    writeFileSync(file, lines.join('\n'));
    this.others.push(this.spawn('haproxy', ['haproxy', '-db', '-f', file]));
  }

  private dataOf(name: string): string {
    return join(this.folder, `data-${name}`);
  }

  private untilSynchronous(): Promise<void> {
    return this.until((members) => members.some(({ role, state }) => role === 'sync_standby' && /running|streaming/.test(state)));
  }

  private async until(isSo: (members: readonly Member[]) => boolean): Promise<void> {
    const end = performance.now() + 180_000;
    while (!isSo(await this.members())) {
      if (performance.now() > end) throw new Error(`The cluster is ${JSON.stringify(await this.members())}.`);
      await pause(100);
    }
  }

  /** As the first Patroni that answers sees them; none before any does. */
  private async members(): Promise<readonly Member[]> {
    for (const { rest } of this.nodes) {
      const seen = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
      if (seen?.ok) return ((await seen.json()) as { members?: Member[] }).members ?? [];
    }
    return [];
  }

  private spawn(name: string, [program, ...args]: readonly string[]): ChildProcess {
    const log = openSync(join(this.folder, `${name}.log`), 'a');
    return spawn(program!, args, { cwd: this.folder, stdio: ['ignore', log, log] });
  }
}
