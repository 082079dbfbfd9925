import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EraseItem, MatchedItems } from '#contexts/items';
import { Erase } from '#contexts/records';
import { BY_ITSELF } from '#platform/event-store';
import { RequestExecutor } from './request.executor.js';

/** Erases the personal data of a Request. */
export class EraseRequest extends Erase {}

@CommandHandler(EraseRequest)
export class EraseRequestHandler implements ICommandHandler<EraseRequest> {
  constructor(
    private readonly requests: RequestExecutor,
    private readonly items: MatchedItems,
    private readonly commands: CommandBus,
  ) {}

  async execute({ groupID, id }: EraseRequest): Promise<boolean> {
    const known = await this.requests.stateOf(groupID, id);
    if (known.status === 'absent') return false;
    // Its item first, so that the Request is still found if that fails.
    if (known.matchedItemID !== null) await this.eraseGuest(groupID, id, known.matchedItemID);
    return this.requests.erase(groupID, id, known, () => ({ type: 'EraseRequest' }));
  }

  /** Its item has the guest's data too, and their history. */
  private async eraseGuest(groupID: number, requestID: number, itemID: number): Promise<void> {
    if (await this.items.carriesGuest(groupID, itemID, requestID)) await this.commands.execute(new EraseItem(groupID, itemID));
    else await this.items.unmatch(groupID, itemID, requestID, BY_ITSELF);
  }
}
