import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, statSync } from 'node:fs';
import process from 'node:process';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './binaries.js';

const run = promisify(execFile);

/** PostgreSQL refuses to run as root; then another account runs it. */
export interface Account {
  /** What stands before each command. */
  prefix: readonly string[];
  /** Gives a file or folder to the account. */
  own(path: string): void;
}

/**
 * The account that runs PostgreSQL in a folder: the caller's own, or for root the folder's owner, else `postgres`, else `nobody`.
 * @throws EmbeddedPostgresError when that account can't reach the program or the folder
 */
export function accountFor(folder: string, program: string): Account {
  if (process.getuid?.() !== 0) return { prefix: [], own: () => undefined };
  const owner = existsSync(folder) ? statSync(folder) : null;
  const { uid, gid } = owner && owner.uid !== 0 ? owner : unprivileged();
  const own = (path: string) => chownSync(path, uid, gid);
  if (existsSync(folder)) own(folder);
  const plain = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  // Inside /root or a private temporary folder the account sees nothing; the capability lets it pass folders it doesn't own. Without
  // the secure bit access(2), by which PostgreSQL looks for its own programs, would judge as if there were no capability.
  const passing = [...plain, '--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  const prefix = [plain, passing].find((candidate) => reaches(candidate, program, folder));
  if (prefix) return { prefix, own };
  throw new EmbeddedPostgresError(
    `PostgreSQL can't run as root, and the account ${uid} can't reach ${folder}. Start as another user, or from a folder that everybody may enter.`,
  );
}

/** Runs a program of PostgreSQL as the account. @returns what it printed @throws its error output */
export async function runAs(account: Account, program: string, args: readonly string[]): Promise<string> {
  const [command, ...rest] = [...account.prefix, program, ...args] as [string, ...string[]];
  try {
    // Not the caller's folder: the account may not be allowed there.
    return (await run(command, rest, { cwd: '/', env: { ...process.env, LC_ALL: 'C' } })).stdout;
  } catch (error) {
    throw new EmbeddedPostgresError((error as { stderr?: string }).stderr?.trim() || String(error));
  }
}

function unprivileged(): { uid: number; gid: number } {
  const name = spawnSync('id', ['-u', 'postgres']).status === 0 ? 'postgres' : 'nobody';
  const number = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}

function reaches([command, ...prefix]: readonly string[], program: string, folder: string): boolean {
  const test = ['sh', '-c', 'test -x "$0" && test -w "$1"', program, folder];
  return spawnSync(command!, [...prefix, ...test], { cwd: '/' }).status === 0;
}
