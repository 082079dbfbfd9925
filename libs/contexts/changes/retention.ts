import type { Clock } from '#platform/kernel';

const DEFAULT = 400 * 24 * 60 * 60 * 1000;

/** How long changes are kept: for `CHANGES_RETENTION` (decisions.md, section 10, Changes). */
export class ChangeRetention {
  /** @param length milliseconds */
  constructor(
    private readonly clock: Clock,
    readonly length = DEFAULT,
  ) {}

  /** Changes with a number below this one are not kept any more. */
  firstNumber(): number {
    return Math.max(0, numberAt(new Date(this.clock.now().getTime() - this.length)));
  }
}

/** The number that a change gets at a moment: microseconds. */
export function numberAt(moment: Date): number {
  return moment.getTime() * 1000;
}
