import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-checks.js';

/**
 * Locks the data folder against a second instance of the service. The lock of a process that has ended is ignored.
 * @throws StartError while another instance runs
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'running.pid');
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid !== process.pid && isRunning(pid)) {
      throw new StartError(
        `The service is already running on ${folder} (process ${pid}). Stop it first, or set another DATA_DIR and PORT.`,
      );
    }
    writeFileSync(file, String(process.pid));
  }
  return () => rmSync(file, { force: true });
}

/** The process ID may have been reused: where the system provides command lines, only a process that runs the launcher counts. */
function isRunning(pid: number): boolean {
  // After a power cut the file may be empty, and 0 or less stands for processes of this one's own.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const description = `/proc/${pid}/cmdline`;
  return !existsSync(description) || readFileSync(description, 'utf8').includes('launcher');
}
