import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BY_ITSELF, EventStore } from '#platform/event-store';
import { Images } from '#platform/images';
import { Clock } from '#platform/kernel';
import { isHeld } from '../domain/item.hold.js';
import { imagesOf } from '../domain/item.photos.js';
import { itemStream } from '../item.stream.js';

/**
 * Erases the personal data of an item (docs/adr/0015-erasure-of-personal-data.md).
 * @returns whether there was anything to erase
 * @throws StorageUnavailable
 */
export class EraseItem extends Command<boolean> {
  constructor(
    readonly groupID: number,
    readonly itemID: number,
    /** Retention leaves what is on hold; a person's demand does not. */
    readonly unlessHeld = false,
  ) {
    super();
  }
}

@CommandHandler(EraseItem)
export class EraseItemHandler implements ICommandHandler<EraseItem> {
  constructor(
    private readonly store: EventStore,
    private readonly images: Images,
    private readonly clock: Clock,
  ) {}

  /** The images are removed first: if anything fails, the item is still found as one to be erased. */
  async execute({ groupID, itemID, unlessHeld }: EraseItem): Promise<boolean> {
    const of = itemStream.of(groupID, itemID);
    const at = this.clock.now();
    const known = await this.store.stateOf(of);
    if (unlessHeld && known.status !== 'absent' && isHeld(known, at.toISOString())) return false;
    const images = imagesOf(known);
    for (const url of images) await this.images.remove({ groupID, record: itemID }, url);
    const command = { type: 'EraseItem', ...(unlessHeld && { unlessHeldAt: at.toISOString() }) } as const;
    const { events, state } = await this.store.execute(of, command, { cause: BY_ITSELF, at });
    // Those that were uploaded at the same time.
    const others = imagesOf(state).filter((url) => !images.includes(url));
    for (const url of others) await this.images.remove({ groupID, record: itemID }, url);
    return events.length > 0;
  }
}
