import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LocationQueries } from '#contexts/locations';
import { isSubdivision } from '#contexts/reference';
import { EventStore } from '#platform/event-store';
import { type Caller, Clock } from '#platform/kernel';
import { itemDecider } from '../domain/item.decider.js';
import type { OwnerAddress, OwnerResponse } from '../domain/item.events.js';
import { ItemQueries, type ItemRow } from '../read-model/item.queries.js';

/** Records what the owner answered, on the owner's behalf (decisions.md, section 9). */
export class RecordResponse extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly response: OwnerResponse,
    readonly address: Partial<OwnerAddress> | null,
    readonly expectedVersions: readonly number[] | null = null,
  ) {
    super();
  }
}

@CommandHandler(RecordResponse)
export class RecordResponseHandler implements ICommandHandler<RecordResponse> {
  constructor(
    private readonly store: EventStore,
    private readonly items: ItemQueries,
    private readonly locations: LocationQueries,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, itemID, response, address, expectedVersions }: RecordResponse): Promise<ItemRow> {
    const item = await this.items.one(caller, itemID);
    const location = await this.locations.one(caller, item.location_id);
    const at = this.clock.now();
    const outcome = await this.store.execute(
      { groupID: caller.group.id, type: 'item', id: itemID },
      itemDecider,
      {
        type: 'RecordResponse',
        caller,
        response,
        address,
        storageAfterItemStorageDays: location.storage_after_item_storage_days,
        isState: isSubdivision,
        at: at.toISOString(),
      },
      { cause: caller, at, expectedVersions },
    );
    return outcome.rows.get('items')!.at(-1) as ItemRow;
  }
}
