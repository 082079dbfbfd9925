import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

/** What `scripts/build.mjs` and `npm run admin` read. */
const PARTS = [
  ...['apps', 'libs', 'docs', 'scripts', 'ops', 'runtime/package.json', 'runtime/package-lock.json', 'tools/package.json'],
  ...[
    'clients/typescript',
    'package.json',
    'package-lock.json',
    'openapi.json',
    'openapi-ts.config.ts',
    '.swcrc',
    'nest-cli.json',
    'tsconfig.json',
  ],
];

/** Stands for systemd, which is not here: it starts the unit as it is told, and writes down what a journal would have. */
const SYSTEMD_RUN = `
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
const args = process.argv.slice(2);
const options = args.splice(0, args.findIndex((each) => !each.startsWith('--')));
const all = (name) => options.filter((each) => each.startsWith(name)).map((each) => each.slice(name.length));
const property = (name) => all('--property=' + name + '=').at(-1);
appendFileSync(process.env.JOURNAL, all('--unit=') + '.service - ' + (all('--description=')[0] ?? args.join(' ')) + '\\n');
const given = Object.fromEntries(all('--setenv=').map((each) => [each.split('=')[0], each.slice(each.indexOf('=') + 1)]));
const env = { PATH: process.env.PATH, ...given, ...parseEnv(readFileSync(property('EnvironmentFile'), 'utf8')) };
process.exit(spawnSync(args[0], args.slice(1), { cwd: property('WorkingDirectory'), env, stdio: 'inherit' }).status ?? 1);
`;

/** A machine as docs/install.md makes one: a release in a folder with the link to it, settings in a file, and the command. */
export class InstalledMachine {
  readonly place = mkdtempSync(join(tmpdir(), 'installed-'));
  readonly folder = this.at('opt/releases/1.0.0');
  readonly journal = this.at('journal');

  constructor(databaseUrl: string) {
    for (const part of PARTS) cpSync(part, join(this.folder, part), { recursive: true, filter: (path) => !/\/dist$/.test(path) });
    symlinkSync(resolve('node_modules'), join(this.folder, 'node_modules'));
    symlinkSync('releases/1.0.0', this.at('opt/current'));
    for (const name of ['etc', 'bin', 'data', 'backups', 'home']) mkdirSync(this.at(name));
    writeFileSync(this.at('etc/secret.key'), Buffer.alloc(32, 7).toString('base64'));
    const settings = readFileSync('ops/systemd/environment', 'utf8').replace(/^DATABASE_URL=.*$/m, `DATABASE_URL=${databaseUrl}`);
    writeFileSync(this.at('etc/environment'), this.moved(settings));
    this.program('lost-and-found', this.moved(readFileSync('ops/systemd/lost-and-found', 'utf8')));
    writeFileSync(this.at('bin/systemd-run.mjs'), SYSTEMD_RUN);
    this.program('systemd-run', `#!/bin/sh\nexec node '${this.at('bin/systemd-run.mjs')}' "$@"\n`);
  }

  at(...path: string[]): string {
    return join(this.place, ...path);
  }

  /** Runs a line of a document in a shell of root's, whose folder is a home. @returns what it said, and its exit code */
  run(line: string, { input = '', folder = this.at('home'), env = {} as NodeJS.ProcessEnv } = {}) {
    const PATH = [this.at('bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
    const environment = { PATH, HOME: this.at('home'), JOURNAL: this.journal, ...env };
    const { status, stdout, stderr } = spawnSync('bash', ['-c', this.moved(line)], {
      cwd: folder,
      env: environment,
      input,
      encoding: 'utf8',
    });
    return { code: status, output: stdout + stderr };
  }

  remove(): void {
    rmSync(this.place, { recursive: true, force: true });
  }

  /** The paths of docs/install.md are below one place here. */
  private moved(text: string): string {
    return text
      .replaceAll('/opt/lost-and-found', this.at('opt'))
      .replaceAll('/etc/lost-and-found', this.at('etc'))
      .replaceAll('/var/lib/lost-and-found-backups', this.at('backups'))
      .replace(/\/var\/lib\/lost-and-found(?!-)/g, this.at('data'));
  }

  private program(name: string, text: string): void {
    writeFileSync(this.at('bin', name), text);
    chmodSync(this.at('bin', name), 0o755);
  }
}
