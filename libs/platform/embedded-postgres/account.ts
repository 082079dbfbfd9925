import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, statSync } from 'node:fs';
import process from 'node:process';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './binaries.js';

const run = promisify(execFile);

/** The account that runs PostgreSQL, which refuses to run as root. */
export interface Account {
  /** The prefix of each command. */
  prefix: readonly string[];
  /** Makes the account the owner of a file or folder. */
  takeOwnership(path: string): void;
}

/**
 * The account that runs PostgreSQL in a folder: the caller's own, or for root the folder's owner, else `postgres`, else `nobody`.
 * @throws EmbeddedPostgresError when that account can't reach the program or the folder
 */
export function accountFor(folder: string, program: string): Account {
  if (process.getuid?.() !== 0) return { prefix: [], takeOwnership: () => undefined };
  const owner = existsSync(folder) ? statSync(folder) : null;
  const { uid, gid } = owner && owner.uid !== 0 ? owner : unprivileged();
  const takeOwnership = (path: string) => chownSync(path, uid, gid);
  if (existsSync(folder)) takeOwnership(folder);
  const plain = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  // Inside /root or a private temporary folder the account has no access; the capability lets it traverse folders it doesn't own.
  // Without the secure bit, access(2), which PostgreSQL uses to find its own programs, would ignore the capability.
  const passing = [...plain, '--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  const prefix = [plain, passing].find((candidate) => reaches(candidate, program, folder));
  if (prefix) return { prefix, takeOwnership };
  throw new EmbeddedPostgresError(
    `PostgreSQL can't run as root, and the account ${uid} can't reach ${folder}. Start as another user, or from a folder that all users can access.`,
  );
}

/** Runs a program of PostgreSQL as the account. @returns what it printed @throws its error output */
export async function runAs(account: Account, program: string, args: readonly string[]): Promise<string> {
  const [command, ...rest] = [...account.prefix, program, ...args] as [string, ...string[]];
  try {
    // Not the caller's working directory: the account may have no access to it.
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
