import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BY_ITSELF } from '#platform/event-store';
import { ItemExecutor } from './item.executor.js';

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
  constructor(private readonly items: ItemExecutor) {}

  async execute({ groupID, itemID, contactEmail }: ReportBounce): Promise<void> {
    await this.items.follow(groupID, itemID, BY_ITSELF, () => ({ type: 'ReportBounce', contactEmail }));
  }
}
