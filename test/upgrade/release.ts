import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const git = (...line: string[]) => execFileSync('git', line, { cwd: ROOT, encoding: 'utf8' }).trim();

/** The release that is upgraded: UPGRADE_FROM, or what stood before the newest migration. */
export function commitBefore(): string {
  if (process.env.UPGRADE_FROM) return git('rev-parse', process.env.UPGRADE_FROM);
  const newest = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'libs/**/migrations/[0-9]*.ts');
  return git('rev-parse', `${newest}^`);
}

/** Unpacks a commit into a folder of its own and builds it. @returns the folder */
export function built(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'lost-and-found-release-'));
  execFileSync('bash', ['-c', 'set -o pipefail; git archive "$1" | tar -x -C "$2"', '-', commit, folder], { cwd: ROOT });
  execFileSync(process.execPath, ['scripts/run.mjs', 'build'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}

/** Runs a line of a release's `admin` and reads the JSON that it answers. */
export function admin(folder: string, env: Record<string, string>, ...line: string[]) {
  const main = join(folder, 'dist/apps/admin/src/main.js');
  return JSON.parse(
    execFileSync(process.execPath, [main, ...line, '--json'], { env: { ...process.env, ...env }, encoding: 'utf8' }),
  );
}
