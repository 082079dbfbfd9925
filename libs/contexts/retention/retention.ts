import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Groups, type RetentionKinds } from '#contexts/groups';
import { EraseItem, endedItems } from '#contexts/items';
import { EraseRequest, endedRequests } from '#contexts/requests';
import { Database } from '#platform/database';
import { DueRecords } from '#platform/event-store';
import { Clock } from '#platform/kernel';

const DAY = 24 * 60 * 60 * 1000;
/** How often the rules of Categories are looked after, in milliseconds: each reads what another rule still keeps. */
const HOUR = 60 * 60 * 1000;

/** A rule of a Group, and the queries for records past it. */
interface Rule {
  days: number;
  kinds: RetentionKinds;
  due: readonly DueRecords[];
  /** When it is looked after next, in milliseconds. */
  next: number;
}

/** Erases personal data after the retention period of its Group (docs/adr/0015-erasure-of-personal-data.md). */
@Injectable()
export class Retention {
  private readonly rules = new Map<string, Rule>();

  constructor(
    private readonly groups: Groups,
    private readonly database: Database,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Erases a batch for each rule of each Group, oldest end date first. Several workers may run this concurrently.
   * @returns the size of the largest batch; less than `limit` when nothing more is due
   */
  async batch(limit: number): Promise<number> {
    let most = 0;
    for (const { id, days, byCategory } of await this.groups.withRetention()) {
      const categories = Object.keys(byCategory);
      if (days !== null) most = Math.max(most, await this.erase(this.ruleOf(id, days, { but: categories }), limit));
      for (const of of categories) most = Math.max(most, await this.erase(this.ruleOf(id, byCategory[of]!, { of }), limit));
    }
    return most;
  }

  private async erase(rule: Rule, limit: number): Promise<number> {
    const now = this.clock.now().getTime();
    if (now < rule.next) return 0;
    let most = 0;
    for (const due of rule.due) most = Math.max(most, await due.batch(limit));
    if ('of' in rule.kinds && most < limit) rule.next = now + HOUR;
    return most;
  }

  /** The rule with where its batches have got to. */
  private ruleOf(groupID: number, days: number, kinds: RetentionKinds): Rule {
    const name = `${groupID}/${'of' in kinds ? kinds.of : ''}`;
    const rule = this.rules.get(name) ?? { days, kinds, due: this.dueIn(groupID, name), next: 0 };
    if (rule.days !== days) rule.next = 0;
    this.rules.set(name, Object.assign(rule, { days, kinds }));
    return rule;
  }

  private dueIn(groupID: number, name: string): DueRecords[] {
    const end = ({ days }: Rule) => new Date(this.clock.now().getTime() - days * DAY);
    const current = () => this.rules.get(name)!;
    return [
      new DueRecords(
        this.database,
        () => endedItems(groupID, end(current()), current().kinds),
        ({ id }) => this.commands.execute(new EraseItem(groupID, id, true)),
      ),
      new DueRecords(
        this.database,
        () => endedRequests(groupID, end(current()), current().kinds),
        ({ id }) => this.commands.execute(new EraseRequest(groupID, id)),
      ),
    ];
  }
}
