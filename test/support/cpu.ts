/** The CPU that this thread has used so far, in milliseconds: what else a machine does takes time from it, and adds nothing to it. */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
