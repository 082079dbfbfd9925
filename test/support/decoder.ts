import { readdirSync, readFileSync } from 'node:fs';

/** Runs the work while no image can be decoded: the decoders of this process are gone, and no program can be started. Linux. */
export async function withoutDecoder(work: () => Promise<void>): Promise<void> {
  const { execPath } = process;
  process.execPath = '/nowhere/node';
  for (const thread of readdirSync('/proc/self/task')) {
    const children = readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean);
    const decoders = children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/images/decoder'));
    for (const pid of decoders) process.kill(Number(pid), 'SIGKILL');
  }
  try {
    await work();
  } finally {
    process.execPath = execPath;
  }
}
