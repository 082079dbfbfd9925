import { SingleBar } from 'cli-progress';
import pLimit from 'p-limit';

/** A bar that shows how far a task is: on a terminal as it goes, elsewhere each second. */
export function barOf(task: string, total: number, unit = ''): SingleBar {
  const bar = new SingleBar({ format: `${task} {bar} {value}/{total}${unit}`, noTTYOutput: true, notTTYSchedule: 1_000 });
  bar.start(total, 0);
  return bar;
}

/** Does the work for each input, `atATime` of them at once, and moves the bar. */
export function withBar<T, R>(
  bar: SingleBar,
  inputs: readonly T[],
  atATime: number,
  work: (input: T, index: number) => Promise<R>,
): Promise<R[]> {
  return pLimit(atATime)
    .map(inputs, (input, index) => work(input, index).finally(() => bar.increment()))
    .finally(() => bar.stop());
}
