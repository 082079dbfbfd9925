import { SingleBar } from 'cli-progress';

/** Shows how far a long command is: a bar on a terminal, a line for each part elsewhere. On standard error, beside the answer. */
export function progressBar(): { show(what: string, done: number, total: number): void; end(): void } {
  const noTTYOutput = !process.stderr.isTTY;
  const bar = new SingleBar({
    format: '{what} {bar} {value}/{total}, {eta_formatted} left',
    stream: process.stderr,
    noTTYOutput,
    notTTYSchedule: 5_000,
  });
  let isStarted = false;
  return {
    show(what, done, total) {
      if (!isStarted) bar.start(total, done, { what });
      isStarted = true;
      bar.setTotal(total);
      bar.update(done, { what });
    },
    end: () => bar.stop(),
  };
}
