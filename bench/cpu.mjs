// CPU time as the kernel counts it: steadier on a shared machine than any rate.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const TICK = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Milliseconds of CPU that a process has used, and those of its children that it has waited for. */
function usedBy(pid) {
  const fields = statOf(pid);
  return fields ? fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK : 0;
}

/** Milliseconds of CPU of a process, of those it started, and of those of them that have ended. */
export function cpuOf(first) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(statOf(name)?.[1]) === first);
  return [first, ...pids].reduce((sum, pid) => sum + usedBy(pid), 0);
}

/** The same of a PostgreSQL. */
export const cpuOfPostgres = (folder) => cpuOf(Number(readFileSync(`${folder}/data/postmaster.pid`, 'utf8').split('\n')[0]));

/** The fields of /proc/…/stat behind the name: state, parent, … */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
