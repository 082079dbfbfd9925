import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EraseItem, MatchedItems } from '#contexts/items';
import { BY_ITSELF, EventStore } from '#platform/event-store';
import { Images } from '#platform/images';
import { Clock } from '#platform/kernel';
import { imageOwnerOf, requestStream } from '../request.stream.js';

/**
 * Erases the personal data of a Request (docs/adr/0015-erasure-of-personal-data.md).
 * @returns whether there was anything to erase
 * @throws StorageUnavailable
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
    private readonly images: Images,
    private readonly clock: Clock,
  ) {}

  async execute({ groupID, requestID }: EraseRequest): Promise<boolean> {
    const of = requestStream.of(groupID, requestID);
    const state = await this.store.stateOf(of);
    if (state.status !== 'absent') {
      // Both first, so that the Request is still found if they fail.
      if (state.matchedItemID !== null) await this.eraseGuest(groupID, requestID, state.matchedItemID);
      await this.images.remove(imageOwnerOf(groupID, requestID), state.fields.imageUrl);
    }
    const { events } = await this.store.execute(of, { type: 'EraseRequest' }, { cause: BY_ITSELF, at: this.clock.now() });
    return events.length > 0;
  }

  /** Its item has the guest's data too, and their history. */
  private async eraseGuest(groupID: number, requestID: number, itemID: number): Promise<void> {
    if (await this.items.carriesGuest(groupID, itemID, requestID)) await this.commands.execute(new EraseItem(groupID, itemID));
    else await this.items.unmatch(groupID, itemID, requestID, BY_ITSELF);
  }
}
