// The temporary folder of a run of tests or benchmarks: whatever the run makes is in it, or named after it, and is gone when it has ended.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PREFIX = 'lost-and-found-run-';
/** Where specs have their PostgreSQL, when there is enough memory (test/support/postgres.setup.ts). */
const MEMORY = '/dev/shm';
/** Files that browsers, Node and its packages keep there are theirs. */
const OF_TOOLS = /^(\.?(org\.chromium|com\.google)\.|playwright|node-|v8-|jiti|\.X|dotnet|hsperfdata|pip-|npm-)/;
/** Milliseconds for what ends with the run by itself. */
const ENDING = 3_000;

/** Also takes away the rest of runs that were killed. @returns the folder for TMPDIR, and what ends the run */
export async function runFolder() {
  const temporary = tmpdir();
  for (const name of readdirSync(temporary)) if (isAbandoned(name)) await cleared(join(temporary, name), 0);
  const folder = mkdtempSync(join(temporary, `${PREFIX}${process.pid}-`));
  // Programs that run as another account have their files below it.
  chmodSync(folder, 0o711);
  return { folder, end: () => cleared(folder, ENDING) };
}

function isAbandoned(name) {
  const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
  if (pid === undefined || Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Ends the run's processes and removes its files. @returns a line for each of them */
async function cleared(folder, patience) {
  for (let waited = 0; waited < patience && processesOf(folder).length > 0; waited += 50) await pause(50);
  const processes = processesOf(folder);
  for (const { pid } of processes) kill(pid);
  for (const place of mountedBelow(folder)) spawnSync('umount', [place]);
  const files = [folder, MEMORY].filter(existsSync).flatMap((place) => {
    const names = readdirSync(place).filter((name) => place === folder || name.startsWith(basename(folder)));
    return names.map((name) => join(place, name));
  });
  for (const file of [...files, folder]) rmSync(file, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  const ours = files.filter((file) => !OF_TOOLS.test(basename(file)));
  return [...processes.map(({ pid, command }) => `process ${pid}: ${command}`), ...ours];
}

/** File systems that a spec mounted, the innermost first. */
function mountedBelow(folder) {
  if (!existsSync('/proc/mounts')) return [];
  const places = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  return places.filter((place) => place.startsWith(`${folder}/`)).reverse();
}

/** The processes that were given the folder, or are told of it, as a PostgreSQL: its own processes have another environment. */
function processesOf(folder) {
  if (!existsSync('/proc/self/environ')) return [];
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return numbers.flatMap((pid) => {
    try {
      const [command, environment] = ['cmdline', 'environ'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'));
      const isOfRun = environment.split('\0').includes(`TMPDIR=${folder}`) || command.includes(basename(folder));
      return isOfRun ? [{ pid: Number(pid), command: command.replaceAll('\0', ' ').trim() }] : [];
    } catch {
      return [];
    }
  });
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
