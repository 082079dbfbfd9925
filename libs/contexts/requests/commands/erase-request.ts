import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EraseItem, MatchedItems } from '#contexts/items';
import { BY_ITSELF, EventStore } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { requestStream } from '../request.stream.js';

/**
 * Erases the personal data of a Request (docs/adr/0015-erasure-of-personal-data.md).
 * @returns whether there was anything to erase
 */
export class EraseRequest extends Command<boolean> {
  constructor(
    readonly groupID: number,
    readonly requestID: number,
  ) {
    super();
  }
}

@CommandHandler(EraseRequest)
export class EraseRequestHandler implements ICommandHandler<EraseRequest> {
  constructor(
    private readonly store: EventStore,
    private readonly items: MatchedItems,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  async execute({ groupID, requestID }: EraseRequest): Promise<boolean> {
    const of = requestStream.of(groupID, requestID);
    const state = await this.store.stateOf(of);
    if (state.status !== 'absent' && state.matchedItemID !== null) await this.eraseGuest(groupID, requestID, state.matchedItemID);
    const { events } = await this.store.execute(of, { type: 'EraseRequest' }, { cause: BY_ITSELF, at: this.clock.now() });
    return events.length > 0;
  }

  /** First, so that the Request is still found if it fails: its item has the guest's data too, and their history. */
  private async eraseGuest(groupID: number, requestID: number, itemID: number): Promise<void> {
    if (await this.items.carriesGuest(groupID, itemID, requestID)) await this.commands.execute(new EraseItem(groupID, itemID));
    else await this.items.unmatch(groupID, itemID, requestID, BY_ITSELF);
  }
}
