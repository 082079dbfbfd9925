import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** The processes that decode images for this one, where Linux tells. */
function decoders(): number[] {
  if (process.platform !== 'linux') return [];
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/images/decoder')).map(Number);
}

/** Ends the decoders of this process: the next image waits for another to start. */
export async function endDecoders(): Promise<void> {
  for (const pid of decoders()) process.kill(pid, 'SIGKILL');
  while (decoders().length > 0) await pause(10);
}

/** Runs the work while no image can be decoded: the decoders are gone, and no program can be started. Linux. */
export async function withoutDecoder(work: () => Promise<void>): Promise<void> {
  const { execPath } = process;
  process.execPath = '/nowhere/node';
  try {
    await endDecoders();
    await work();
  } finally {
    process.execPath = execPath;
  }
}
