import type { Clock } from '#platform/kernel';

/** The time that entries of a list are kept; their numbers are times. */
export class Kept {
  /** @param length milliseconds */
  constructor(
    private readonly clock: Clock,
    readonly length: number,
  ) {}

  /** Entries with a number below this one are not kept any more. */
  firstNumber(): number {
    return Math.max(0, numberAt(new Date(this.clock.now().getTime() - this.length)));
  }
}

/** The number that an entry gets at a moment: microseconds. */
export function numberAt(moment: Date): number {
  return moment.getTime() * 1000;
}
