import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const git = (...line: string[]) => execFileSync('git', line, { cwd: ROOT, encoding: 'utf8' }).trim();

/** Release 0.2.0, a commit between 0.1.0 and 0.2.0, and one between 0.2.0 and 0.3.0. */
const EARLIER = 'c8516293,5c831064,1eb9b7e0';

/** The commits that are upgraded: those of UPGRADE_FROM, separated by commas, or the earlier ones. */
export function commitsBefore(): string[] {
  return (process.env.UPGRADE_FROM || EARLIER).split(',').map((commit) => git('rev-parse', commit));
}

/** A folder as docs/install.md has it: an earlier release and this one, and the link `current` to the one that runs. */
export class Releases {
  readonly place = mkdtempSync(join(tmpdir(), 'lost-and-found-releases-'));
  readonly current = join(this.place, 'current');

  /** Unpacks the commit and builds it. */
  constructor(commit: string) {
    const earlier = this.at('earlier');
    mkdirSync(earlier, { recursive: true });
    execFileSync('bash', ['-c', 'set -o pipefail; git archive "$1" | tar -x -C "$2"', '-', commit, earlier], { cwd: ROOT });
    execFileSync(process.execPath, ['scripts/run.mjs', 'build'], { cwd: earlier, stdio: ['ignore', 'ignore', 'inherit'] });
    symlinkSync(ROOT, this.at('this'));
    this.use('earlier');
  }

  at(name: 'earlier' | 'this'): string {
    return join(this.place, 'releases', name);
  }

  /** Moves the link in one step, as ops/release.sh does. */
  use(name: 'earlier' | 'this'): void {
    symlinkSync(join('releases', name), join(this.place, '.current'));
    renameSync(join(this.place, '.current'), this.current);
  }

  remove(): void {
    rmSync(this.place, { recursive: true, force: true });
  }
}

/** Runs a line of a release's `admin` and reads the JSON that it answers. */
export function admin(folder: string, env: Record<string, string>, ...line: string[]) {
  const main = join(folder, 'dist/apps/admin/src/main.js');
  return JSON.parse(
    execFileSync(process.execPath, [main, ...line, '--json'], { env: { ...process.env, ...env }, encoding: 'utf8' }),
  );
}
