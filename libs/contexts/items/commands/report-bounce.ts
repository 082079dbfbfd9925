import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BY_ITSELF, EventStore } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { itemStream } from '../item.stream.js';

/** Records that the owner's email address does not exist, so that staff look for another contact. */
export class ReportBounce extends Command<void> {
  constructor(
    readonly groupID: number,
    readonly itemID: number,
    /** The address that was refused; nothing happens when the item has another one by now. */
    readonly contactEmail: string,
  ) {
    super();
  }
}

@CommandHandler(ReportBounce)
export class ReportBounceHandler implements ICommandHandler<ReportBounce> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  async execute({ groupID, itemID, contactEmail }: ReportBounce): Promise<void> {
    const of = itemStream.of(groupID, itemID);
    await this.store.execute(of, { type: 'ReportBounce', contactEmail }, { cause: BY_ITSELF, at: this.clock.now() });
  }
}
