import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Database } from '#platform/database';
import { BY_ITSELF, EventStore } from '#platform/event-store';
import { Images } from '#platform/images';
import { Clock } from '#platform/kernel';
import { isHeld } from '../domain/item.hold.js';
import { imagesOf } from '../domain/item.photos.js';
import { itemStream } from '../item.stream.js';
import { ITEM_MATCHES, type ItemMatches } from './item-matches.js';

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
    private readonly database: Database,
    @Inject(ITEM_MATCHES) private readonly matches: ItemMatches,
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
    const erase = () => this.store.execute(of, command, { cause: BY_ITSELF, at });
    const isMatched = known.status !== 'absent' && known.match !== null;
    const { events, state } = await (isMatched
      ? this.database.inTransaction(() => this.withMatch(groupID, itemID, erase))
      : erase());
    // Those that were uploaded at the same time.
    const others = imagesOf(state).filter((url) => !images.includes(url));
    for (const url of others) await this.images.remove({ groupID, record: itemID }, url);
    return events.length > 0;
  }

  /** A Request matched to it opens again (decisions.md, section 12). */
  private async withMatch<Done>(groupID: number, itemID: number, erase: () => Promise<Done>): Promise<Done> {
    const done = await erase();
    await this.matches.lost(groupID, itemID, false, BY_ITSELF);
    return done;
  }
}
