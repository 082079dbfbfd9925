import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Groups } from '#contexts/groups';
import { EraseItem, endedItems } from '#contexts/items';
import { EraseRequest, endedRequests } from '#contexts/requests';
import { Database } from '#platform/database';
import { DueRecords } from '#platform/event-store';
import { Clock } from '#platform/kernel';

const DAY = 24 * 60 * 60 * 1000;

/** A Group's retention period, and the queries for records past it. */
interface Rule {
  days: number;
  due: readonly DueRecords[];
}

/** Erases personal data after the retention period of its Group (docs/adr/0015-erasure-of-personal-data.md). */
@Injectable()
export class Retention {
  private readonly rules = new Map<number, Rule>();

  constructor(
    private readonly groups: Groups,
    private readonly database: Database,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Erases a batch from each Group, oldest end date first. Several workers may run this concurrently.
   * @returns the size of the largest batch; less than `limit` when nothing more is due
   */
  async batch(limit: number): Promise<number> {
    let most = 0;
    for (const { id, days } of await this.groups.withRetention()) {
      const rule = this.rules.get(id) ?? { days, due: this.dueIn(id) };
      rule.days = days;
      this.rules.set(id, rule);
      for (const due of rule.due) most = Math.max(most, await due.batch(limit));
    }
    return most;
  }

  private dueIn(groupID: number): DueRecords[] {
    const end = () => new Date(this.clock.now().getTime() - this.rules.get(groupID)!.days * DAY);
    return [
      new DueRecords(
        this.database,
        () => endedItems(groupID, end()),
        ({ id }) => this.commands.execute(new EraseItem(groupID, id)),
      ),
      new DueRecords(
        this.database,
        () => endedRequests(groupID, end()),
        ({ id }) => this.commands.execute(new EraseRequest(groupID, id)),
      ),
    ];
  }
}
