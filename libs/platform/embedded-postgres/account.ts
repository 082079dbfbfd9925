import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
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
  // Where folders may not be mounted, as in most containers, the least that passes folders of others is to read them.
  // Without the secure bit, access(2), which PostgreSQL uses to find its own programs, would ignore the capability.
  const passing = [...plain, '--securebits=+no_setuid_fixup', '--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'];
  const candidates = [() => plain, () => [...around(uid, gid, program, folder), ...plain], () => passing];
  const prefix = candidates.map((candidate) => candidate()).find((candidate) => reaches(candidate, program, folder));
  if (prefix) return { prefix, takeOwnership };
  throw new EmbeddedPostgresError(
    `PostgreSQL can't run as root, and the account ${uid} can't reach ${folder}. ` +
      'Start as another user, or from a folder that all users can access.',
  );
}

/** Signs that a shell reads within double quotes, in which `initdb` and `pg_ctl` give it the path of `postgres`. */
const READ_BY_SHELLS = /["$`]/;

/** Runs a program of PostgreSQL as the account. @returns what it printed @throws its error output */
export async function runAs(account: Account, program: string, args: readonly string[]): Promise<string> {
  if (READ_BY_SHELLS.test(program))
    throw new EmbeddedPostgresError(
      `PostgreSQL can't start from a path with ", $ or \`: ${program}. Rename the folder or move it.`,
    );
  const [command, ...rest] = [...account.prefix, program, ...args] as [string, ...string[]];
  try {
    // Not the caller's working directory: the account may have no access to it.
    return (await run(command, rest, { cwd: '/', env: { ...process.env, LC_ALL: 'C' } })).stdout;
  } catch (error) {
    throw new EmbeddedPostgresError((error as { stderr?: string }).stderr?.trim() || String(error));
  }
}

/**
 * Shows a program the folders of PostgreSQL without the private ones that they lie in, by mounts that nobody else sees: each is covered by
 * an empty folder in which there is the way to them, and nothing else.
 */
const AROUND = `
  exec 3<"$1" 4<"$2"
  [ -z "$3" ] || mount -t tmpfs -o mode=755 tmpfs "$3"
  [ -z "$4" ] || [ "$4" = "$3" ] || mount -t tmpfs -o mode=755 tmpfs "$4"
  [ -z "$3" ] || { (umask 022; mkdir -p "$1"); mount -c --bind /proc/self/fd/3 "$1"; }
  [ -z "$4" ] || { (umask 022; mkdir -p "$2"); mount -c --bind /proc/self/fd/4 "$2"; }
  exec 3<&- 4<&-
  shift 4
  exec "$@"`;

/** The prefix for an account that may not pass the folders which the programs and the data lie in. Inside /root, it is in neither. */
function around(uid: number, gid: number, program: string, folder: string): string[] {
  const places = [dirname(dirname(program)), folder];
  const covers = places.map((place) => closedAbove(place, uid, gid) ?? '');
  return ['unshare', '--mount', '--propagation=private', 'sh', '-ec', AROUND, 'sh', ...places, ...covers];
}

/** The first folder above a place, from the root on, that the account may not pass, or null. */
function closedAbove(place: string, uid: number, gid: number): string | null {
  const above: string[] = [];
  for (let each = dirname(resolve(place)); above[0] !== each; each = dirname(each)) above.unshift(each);
  const isClosed = (path: string) => {
    const { mode, uid: owner, gid: group } = statSync(path);
    return (mode & (owner === uid ? 0o100 : group === gid ? 0o010 : 0o001)) === 0;
  };
  return above.find(isClosed) ?? null;
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
