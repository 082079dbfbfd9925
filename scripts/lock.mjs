// One process at a time installs and builds in a folder, and ends with all that it began.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { endOnSignals, gone, identity, send } from './processes.mjs';

/**
 * Runs work while no other process holds the lock. On a signal this process ends, after what the work runs.
 * @param waiting called once when another process has it, with its ID
 * @param work gets what is to be called with each group of processes that it begins
 */
export async function alone(file, waiting, work) {
  const unhook = endOnSignals();
  try {
    const lock = await takeLock(file, waiting);
    try {
      return await work(lock.note);
    } finally {
      lock.release();
    }
  } finally {
    unhook();
  }
}

/**
 * Waits until no other process holds the lock, and takes it until this one ends. The lock of a process that was killed is taken over, after
 * the groups of processes that it left have ended. A line of the file is a process: first the holder, then what it runs.
 * @param waiting called once when another one has it, with its ID
 * @returns `note`, to be called with each group that is begun, and `release`
 */
async function takeLock(file, waiting) {
  const [own, lines] = [`${file}.${process.pid}`, [identity(process.pid)]];
  const write = () => writeFileSync(own, `${lines.join('\n')}\n`);
  const remove = () => rmSync(file, { force: true });
  write();
  try {
    for (let told = false; !linked(own, file); ) {
      const [holder, ...left] = read(file);
      if (holder !== undefined && identity(pidOf(holder)) === holder) {
        if (!told) waiting(pidOf(holder));
        told = true;
        await pause(100);
      } else await takeOver(file, `${own}.old`, holder, left);
    }
  } finally {
    rmSync(own, { force: true });
  }
  process.on('exit', remove);
  return {
    note(pid) {
      lines.push(identity(pid));
      write();
      // At once, as others read it at any time.
      renameSync(own, file);
    },
    release() {
      process.off('exit', remove);
      remove();
    },
  };
}

/** Makes a file appear under a second name, with its content. @returns whether nothing had that name */
function linked(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

const pidOf = (line) => Number(line.split(' ')[0]);

async function takeOver(file, aside, holder, left) {
  // A group keeps its ID for itself after the end of its first process, while any other of it runs.
  const groups = left.filter((line) => [line, null].includes(identity(pidOf(line)))).map(pidOf);
  for (const group of groups) send(group, 'SIGKILL');
  await gone(groups);
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  // Another process was faster, and has it.
  if (read(aside)[0] !== holder) linked(aside, file);
  rmSync(aside, { force: true });
}
