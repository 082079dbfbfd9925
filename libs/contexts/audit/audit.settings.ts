import { Kept } from '#platform/cursors';
import type { Clock } from '#platform/kernel';

const DEFAULT = 1_100 * 24 * 60 * 60 * 1000;

/** How long entries are kept, for `AUDIT_RETENTION`, and whether they are written to the log too (decisions.md, section 16, Audit). */
export class AuditSettings extends Kept {
  /** @param length milliseconds @param log `AUDIT_LOG` */
  constructor(
    clock: Clock,
    length = DEFAULT,
    readonly log = false,
  ) {
    super(clock, length);
  }
}
