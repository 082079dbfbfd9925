import { Injectable } from '@nestjs/common';
import { BY_ITSELF, EventStore } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { itemStream } from '../item.stream.js';

/** Records that the owner's email address does not exist, so that staff look for another contact. */
@Injectable()
export class ReportBounce {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** @param contactEmail the address that was refused; nothing happens when the item has another one by now */
  async execute(groupID: number, itemID: number, contactEmail: string): Promise<void> {
    const of = itemStream.of(groupID, itemID);
    await this.store.execute(of, { type: 'ReportBounce', contactEmail }, { cause: BY_ITSELF, at: this.clock.now() });
  }
}
