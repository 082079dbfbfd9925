import { Kept } from '#platform/cursors';
import type { Clock } from '#platform/kernel';

const DEFAULT = 400 * 24 * 60 * 60 * 1000;

/** How long changes are kept: for `CHANGES_RETENTION` (decisions.md, section 10, Changes). */
export class ChangeRetention extends Kept {
  /** @param length milliseconds */
  constructor(clock: Clock, length = DEFAULT) {
    super(clock, length);
  }
}
