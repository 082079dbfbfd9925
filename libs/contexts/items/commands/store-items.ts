import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StoragePlaces } from '#contexts/storage-places';
import { Database } from '#platform/database';
import { onFreshFacts } from '#platform/event-store';
import { type Caller, NotFound, UnknownReferences } from '#platform/kernel';
import { ItemExecutor, OnItem } from './item.executor.js';

/** Puts items into a storage place, all or none (decisions.md, section 13, Storage places). */
export class StoreItems extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly storagePlaceID: number,
    readonly itemIDs: readonly number[],
  ) {
    super();
  }
}

@CommandHandler(StoreItems)
export class StoreItemsHandler implements ICommandHandler<StoreItems> {
  constructor(
    private readonly commands: ItemExecutor,
    private readonly places: StoragePlaces,
    private readonly database: Database,
  ) {}

  /** @throws NotFound for the place; UnknownReferences for items that are not at its Location; TransitionNotAllowed */
  execute({ caller, storagePlaceID, itemIDs }: StoreItems): Promise<void> {
    const { id: groupID } = caller.group;
    // Two calls at once take the items in the same order, so that neither waits for the other.
    const inOrder = itemIDs.map((itemID, at) => ({ itemID, at })).sort((one, other) => one.itemID - other.itemID);
    return onFreshFacts(async () => {
      const place = await this.database.queryOne(this.places.reading(caller, storagePlaceID));
      if (!place) throw new NotFound('The storage place');
      const given = { type: 'StoreItem', caller, storagePlaceID, storedAt: place.location_id } as const;
      const facts = [this.places.isThere(groupID, storagePlaceID)];
      const unknown: string[] = [];
      await this.database.inTurn('stored items', groupID, () =>
        this.database.inTransaction(async () => {
          for (const { itemID, at } of inOrder)
            await this.commands
              .execute(new OnItem(caller, itemID), () => given, facts)
              .catch((error: unknown) => {
                if (!(error instanceof NotFound || error instanceof UnknownReferences)) throw error;
                unknown.push(`itemIDs.${at}`);
              });
          if (unknown.length > 0) throw new UnknownReferences(unknown);
        }),
      );
    });
  }
}
