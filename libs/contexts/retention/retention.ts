import { Injectable, Logger } from '@nestjs/common';
import { Groups } from '#contexts/groups';
import { EraseItems } from '#contexts/items';
import { EraseRequests } from '#contexts/requests';
import { Clock } from '#platform/kernel';

const DAY = 24 * 60 * 60 * 1000;

/** Erases personal data once a Group's time for it is over (docs/adr/0015-erasure-of-personal-data.md). */
@Injectable()
export class Retention {
  private readonly log = new Logger('Retention');

  constructor(
    private readonly groups: Groups,
    private readonly items: EraseItems,
    private readonly requests: EraseRequests,
    private readonly clock: Clock,
  ) {}

  /**
   * Erases a batch, of each Group those first that ended longest ago. Any number of workers may do it at once.
   * @returns how many were erased; fewer than `limit` when nothing more is due
   */
  async batch(limit: number): Promise<number> {
    let erased = 0;
    for (const { id, days } of await this.groups.withRetention()) {
      const end = new Date(this.clock.now().getTime() - days * DAY);
      for (const kind of [this.items, this.requests]) erased += await this.eraseEnded(kind, id, end, limit - erased);
    }
    return erased;
  }

  private async eraseEnded(kind: EraseItems | EraseRequests, groupID: number, end: Date, limit: number): Promise<number> {
    if (limit <= 0) return 0;
    let erased = 0;
    for (const id of await kind.endedBy(groupID, end, limit)) {
      try {
        if (await kind.erase(groupID, id)) erased++;
      } catch (problem) {
        // One record that cannot be read must not keep the others.
        this.log.error(problem);
      }
    }
    return erased;
  }
}
