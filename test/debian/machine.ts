import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { debian } from '../support/debian.js';
import { freePort } from '../support/free-port.js';
import { installed } from '../support/tools.js';

const has = (program: string) => spawnSync('which', [program]).status === 0;

/** Whether a Debian with a systemd of its own can be run here. */
export const CAN_RUN = installed(
  process.getuid?.() === 0 && ['debootstrap', 'systemd-nspawn', 'nsenter'].every(has),
  'Nothing is installed in a Debian: that needs root, and the packages debootstrap and systemd-container.',
);

/** systemd, and what docs/install.md installs first. */
const PACKAGES = ['systemd-sysv', 'dbus', 'postgresql', 'curl', 'ca-certificates', 'xz-utils', 'openssl'];
/** Kept for the next run. */
const BASE = '/var/tmp/lost-and-found-debian.tar';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** Passes connections to a port of its network on, from a socket that other networks reach too. */
const FORWARD = `
  const [socket, port] = process.argv.slice(1);
  require('node:net').createServer((one) => {
    const other = require('node:net').connect(port, '127.0.0.1');
    for (const [here, there] of [[one, other], [other, one]]) here.on('error', () => there.destroy()).pipe(there);
  }).listen(socket);`;

/** A fresh Debian 12 with systemd as its first process, in namespaces of its own, as a machine is that docs/install.md begins with. */
export class Machine {
  private readonly servers: Server[] = [];
  private readonly children: ChildProcess[] = [];

  private constructor(
    /** Where its files are here. */
    readonly root: string,
    private readonly container: ChildProcess,
    private readonly init: number,
  ) {}

  static async boot(): Promise<Machine> {
    const place = mkdtempSync(join(tmpdir(), 'debian-'));
    const root = join(place, 'root');
    if (!existsSync(BASE)) {
      debian(root, PACKAGES);
      execFileSync('tar', ['-cf', `${BASE}.new`, '-C', root, '.']);
      renameSync(`${BASE}.new`, BASE);
    } else {
      mkdirSync(root);
      execFileSync('tar', ['-xf', BASE, '-C', root]);
    }
    const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
    const files = [`--bind=${cache}:/root/.npm`, '--bind-ro=/etc/ssl/certs/ca-certificates.crt', '--resolv-conf=copy-host'];
    const alone = ['--private-network', '--register=no', '--keep-unit', '--link-journal=no', '--console=pipe'];
    const container = spawn('systemd-nspawn', ['--quiet', `--directory=${root}`, ...alone, ...files, '--boot'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const machine = new Machine(root, container, await initOf(container));
    const waiting =
      'until systemctl is-system-running --wait | grep -qE "running|degraded"; do sleep 0.2; done; systemctl --failed';
    const { code, output } = await machine.run(`timeout 120 bash -c '${waiting}'`);
    if (code === 0) return machine;
    await machine.end();
    throw new Error(`systemd did not start: ${output}`);
  }

  /** Runs lines in a shell of root's. @param network `none`: its own, in which its services are; `host`: that of npm's registry */
  async run(script: string, { network = 'none', input = '' } = {}): Promise<{ code: number | null; output: string }> {
    const shell = ['/usr/bin/env', '-i', `PATH=${PATH}`, 'HOME=/root', 'LANG=C.UTF-8', 'bash', '-ec', `cd; ${script}`];
    const spaces = ['--mount', '--uts', '--ipc', '--pid', '--cgroup', '--root', ...(network === 'host' ? [] : ['--net'])];
    const child = spawn('nsenter', ['--target', String(this.init), ...spaces, ...shell]);
    child.stdin.on('error', () => undefined).end(input);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
    const [code] = await once(child, 'close');
    return { code, output };
  }

  /** Where a port of its services is reached from here. */
  async reach(port: number): Promise<string> {
    const socket = join(this.root, '..', `port-${port}`);
    const line = ['--target', String(this.init), '--net', process.execPath, '-e', FORWARD, socket, String(port)];
    this.children.push(spawn('nsenter', line, { stdio: ['ignore', 'ignore', 'inherit'] }));
    while (!existsSync(socket)) await pause(50);
    const server = createServer((one: Socket) => {
      const other = connect(socket);
      for (const [here, there] of [
        [one, other],
        [other, one],
      ] as const)
        here.on('error', () => there.destroy()).pipe(there);
    });
    const here = await freePort();
    await once(server.listen(here, '127.0.0.1'), 'listening');
    this.servers.push(server);
    return `http://127.0.0.1:${here}`;
  }

  async end(): Promise<void> {
    for (const server of this.servers) server.close();
    for (const child of this.children) child.kill('SIGKILL');
    const ended = this.container.exitCode === null ? once(this.container, 'exit') : null;
    // Its other processes end with the first one.
    process.kill(this.init, 'SIGKILL');
    await ended;
    rmSync(join(this.root, '..'), { recursive: true, force: true });
  }
}

/** The process that is the first one inside. */
async function initOf(container: ChildProcess): Promise<number> {
  for (let round = 0; round < 200; round++) {
    if (container.exitCode !== null) throw new Error(`systemd-nspawn ended with ${container.exitCode}.`);
    const [first] = childrenOf(container.pid!)
      .flatMap((pid) => [pid, ...childrenOf(pid)])
      .filter(isInit);
    if (first !== undefined) return first;
    await pause(100);
  }
  throw new Error('systemd did not start.');
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

const isInit = (pid: number) =>
  /^NSpid:.*\s1$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')) && readFileSync(`/proc/${pid}/comm`, 'utf8') === 'systemd\n';
