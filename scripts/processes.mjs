// Programs that end with this process: each has a group of its own, which is sent the signals of this one and waited for.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Milliseconds until a group that has been sent a signal is killed. */
const PATIENCE = 2_000;

const IS_WINDOWS = process.platform === 'win32';
const ENDS_WITH = `--import=${new URL('./ends-with.mjs', import.meta.url)}`;

const groups = new Set();
let ending = false;
let hooks = 0;

/**
 * Runs a program until it has ended; when this process is to end meanwhile, it never returns.
 * @param begun gets the ID of its group @returns its exit code, 1 when it can't be run, and what it printed where that is piped
 */
export async function run(program, args, { env = process.env, begun = () => undefined, ...options }) {
  const NODE_OPTIONS = [env.NODE_OPTIONS, ENDS_WITH].filter(Boolean).join(' ');
  const environment = { ...env, NODE_OPTIONS, BEGUN_BY: String(process.pid) };
  const child = spawn(program, args, { ...options, env: environment, detached: !IS_WINDOWS });
  if (child.pid) groups.add(child.pid);
  if (child.pid) begun(child.pid);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text));
  const code = await new Promise((ended) => child.on('error', () => ended(1)).on('close', (code) => ended(code ?? 1)));
  if (ending) await new Promise(() => undefined);
  groups.delete(child.pid);
  return { code, said };
}

/** From now on signals end this process, after what it runs; until all that asked for it have taken it back. @returns what does */
export function endOnSignals() {
  if (hooks++ === 0) for (const signal of SIGNALS) process.on(signal, end);
  return () => {
    if (--hooks === 0) for (const signal of SIGNALS) process.off(signal, end);
  };
}

/** Ends all groups, and then this process. A second signal kills them. */
export async function end(signal) {
  for (const group of groups) send(group, ending ? 'SIGKILL' : signal);
  if (ending) return;
  ending = true;
  await gone([...groups]);
  process.exit(128 + constants.signals[signal]);
}

/** Waits until groups of processes have ended, and kills those that take too long. */
export async function gone(left) {
  for (let waited = 0; left.some((group) => send(group, 0)); waited += 20) {
    if (waited === PATIENCE) for (const group of left) send(group, 'SIGKILL');
    if (waited > 2 * PATIENCE) return;
    await pause(20);
  }
}

/** @returns whether the group is there */
export function send(group, signal) {
  try {
    process.kill(IS_WINDOWS ? group : -group, signal);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** The identity of a process: its ID, and where the system says so, when it began, as IDs are used again. Null: there is none. */
export function identity(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return null;
  }
  const began = fieldsOf(pid)?.[19] ?? '';
  return `${pid} ${began}`;
}

/** The parent's process ID; null where the system does not provide it. */
export function parentOf(pid) {
  const parent = fieldsOf(pid)?.[1];
  return parent === undefined ? null : Number(parent);
}

/** The fields of proc(5) behind the name, which may hold anything; null where there is none, or the process has ended. */
function fieldsOf(pid) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
