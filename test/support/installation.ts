import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PARTS = Array.from({ length: 12 }, (_, index) => `part-${index}`);
/** Its install script begins, as those that get a program or link libraries do. */
const SCRIPTED = 'part-7';

/** A project with the service's own way to install, build and start, and packages from its own folder that are small and slow. */
export class Installation {
  readonly folder = mkdtempSync(join(tmpdir(), 'installation-'));
  private readonly packed: Record<string, object> = {};

  constructor() {
    cpSync('scripts', this.at('scripts'), { recursive: true });
    this.write('scripts/build.mjs', BUILD);
    this.write('main.js', MAIN);
    for (const file of ['apps/.keep', 'libs/.keep', 'docs/guides/.keep', 'openapi.json', '.swcrc']) this.write(file, '');
    for (const name of PARTS) {
      const script = `node -e "require('fs').writeFileSync(process.env.INIT_CWD + '/scripted', ''); setTimeout(() => {}, 700)"`;
      this.pack(name, { main: 'index.js', ...(name === SCRIPTED && { scripts: { postinstall: script } }) }, { 'index.js': '' });
    }
    this.pack('vitest', {}, { 'vitest.mjs': VITEST });
    const node = `node-${process.platform}-${process.arch}`;
    const bin = { 'bin/node': `#!/bin/sh\nexec '${process.execPath}' "$@"\n` };
    this.pack(node, { os: [process.platform], cpu: [process.arch], bin: { node: 'bin/node' } }, bin);
    this.describe('runtime', '../', [node], 'optionalDependencies');
    this.describe('.', '', [...PARTS, 'vitest'], 'dependencies');
  }

  /** @param outer `npm` as a person types it, or the script that it runs */
  start(outer: 'npm' | 'script' = 'script'): Started {
    return new Started(this.folder, outer === 'npm' ? ['npm', 'start'] : [process.execPath, 'scripts/run.mjs', 'start']);
  }

  /** Installs some of its packages into a folder of their own, as what is too large for a dependency. */
  tool(): Started {
    this.write('tool.mjs', TOOL);
    return new Started(this.folder, [
      process.execPath,
      'tool.mjs',
      ...PARTS.slice(5, 8).map((name) => this.at(`packages/${name}.tgz`)),
    ]);
  }

  /** Runs tests that do and leave what they are told. */
  test(...told: string[]): Started {
    const TMPDIR = this.at('temporary');
    mkdirSync(TMPDIR, { recursive: true });
    return new Started(this.folder, [process.execPath, 'scripts/run.mjs', 'test', ...told], { TMPDIR });
  }

  at(...path: string[]): string {
    return join(this.folder, ...path);
  }

  write(file: string, content: string): void {
    mkdirSync(this.at(file, '..'), { recursive: true });
    writeFileSync(this.at(file), content);
  }

  /** The command lines of all processes that are in the folder. */
  processes(): string[] {
    return this.found().map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '));
  }

  /** Ends whatever runs in it, as after a failure. */
  remove(): void {
    for (const pid of this.found()) process.kill(pid, 'SIGKILL');
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private found(): number[] {
    if (process.platform !== 'linux') return [];
    const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const isHere = (pid: string) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(this.folder);
      } catch {
        return false;
      }
    };
    return numbers.filter(isHere).map(Number);
  }

  private pack(name: string, more: object, files: Record<string, string>): void {
    const entries = Object.entries({ 'package.json': JSON.stringify({ name, version: '1.0.0', ...more }), ...files });
    const folder = `packages/${name}/package`;
    for (const [file, content] of entries) {
      this.write(`${folder}/${file}`, content);
      chmodSync(this.at(folder, file), 0o755);
    }
    execFileSync('tar', ['-czf', this.at(`packages/${name}.tgz`), '-C', this.at(`packages/${name}`), 'package']);
    this.packed[name] = more;
  }

  /** Writes package.json and package-lock.json, as npm would. */
  private describe(folder: string, up: string, names: readonly string[], kind: 'dependencies' | 'optionalDependencies'): void {
    const listed = Object.fromEntries(names.map((name) => [name, `file:${up}packages/${name}.tgz`]));
    const own = { name: 'installation', version: '1.0.0', type: 'module', allowScripts: { [SCRIPTED]: true }, [kind]: listed };
    const packages = names.map((name) => {
      const { scripts, ...more } = this.packed[name] as { scripts?: object };
      const optional = kind === 'optionalDependencies' && { optional: true };
      const entry = {
        version: '1.0.0',
        resolved: listed[name],
        ...optional,
        ...(scripts && { hasInstallScript: true }),
        ...more,
      };
      return [`node_modules/${name}`, entry] as const;
    });
    const lock = { name: own.name, version: own.version, lockfileVersion: 3, requires: true };
    const scripts = { start: 'node scripts/run.mjs start' };
    this.write(join(folder, 'package.json'), JSON.stringify({ ...own, scripts }));
    const all = Object.fromEntries([['', own] as const, ...packages]);
    this.write(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages: all }));
  }
}

/** A start of it, in a group of processes of its own as a terminal makes one. */
export class Started {
  output = '';
  readonly ended: Promise<number | null>;
  private readonly child: ChildProcess;

  constructor(cwd: string, [program, ...args]: readonly string[], more: Record<string, string> = {}) {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, ...more };
    this.child = spawn(program!, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'], env });
    for (const stream of [this.child.stdout!, this.child.stderr!]) stream.on('data', (text) => (this.output += text));
    this.ended = new Promise((resolve) => this.child.on('exit', resolve));
  }

  get isReady(): boolean {
    return this.output.includes('ready with 12 parts');
  }

  /** Sends a signal to the outermost process. */
  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Sends SIGINT to all of the group, as a terminal does. */
  ctrlC(): void {
    process.kill(-this.child.pid!, 'SIGINT');
  }
}

const BUILD = `
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
await import('part-0');
mkdirSync('dist/apps/launcher/src', { recursive: true });
await pause(500);
copyFileSync('main.js', 'dist/apps/launcher/src/main.js');
`;

const TOOL = `
import { readdirSync } from 'node:fs';
import { installedTool } from './scripts/installed-tool.mjs';
const folder = await installedTool(...process.argv.slice(2));
console.log('ready with ' + readdirSync(folder + '/node_modules').filter((name) => name.startsWith('part-')).length + ' parts');
`;

const MAIN = `
const parts = await Promise.all(Array.from({ length: ${PARTS.length} }, (_, index) => import('part-' + index)));
console.log('ready with ' + parts.length + ' parts');
setInterval(() => undefined, 1_000);
for (const end of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(end, () => process.exit(0));
`;

const VITEST = `
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
const told = process.argv.slice(3);
const folder = told.includes('file') && mkdtempSync(join(tmpdir(), 'mailbox-'));
if (told.includes('process'))
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'left'], { detached: true, stdio: 'ignore' }).unref();
console.log('the tests run');
if (told.includes('wait')) setInterval(() => undefined, 1_000);
else process.exit(told.includes('fail') ? 1 : 0);
`;
