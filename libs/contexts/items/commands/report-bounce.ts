import { Injectable } from '@nestjs/common';
import { BY_ITSELF, EventStore } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { itemDecider } from '../domain/item.decider.js';

/** Takes note that the owner's address does not exist, so that staff look for another one. */
@Injectable()
export class ReportBounce {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** @param contactEmail the address that was refused; nothing happens when the item has another one meanwhile */
  async execute(groupID: number, itemID: number, contactEmail: string): Promise<void> {
    const stream = { groupID, type: 'item', id: itemID };
    await this.store.execute(
      stream,
      itemDecider,
      { type: 'ReportBounce', contactEmail },
      { cause: BY_ITSELF, at: this.clock.now() },
    );
  }
}
