import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isSubdivision } from '#contexts/reference';
import { StoragePlaces } from '#contexts/storage-places';
import { Database } from '#platform/database';
import { type Fact, onFreshFacts } from '#platform/event-store';
import { lastingAddress } from '#platform/images';
import type { ItemRow } from '../read-model/item.queries.js';
import { UpdateItem, UpdateOwnFind } from './item.commands.js';
import { ItemExecutor } from './item.executor.js';

@CommandHandler(UpdateItem)
export class UpdateItemHandler implements ICommandHandler<UpdateItem> {
  protected readonly type: 'UpdateItem' | 'UpdateOwnFind' = 'UpdateItem';

  constructor(
    private readonly commands: ItemExecutor,
    private readonly places: StoragePlaces,
    private readonly database: Database,
  ) {}

  execute(command: UpdateItem): Promise<ItemRow> {
    const { caller, id, given } = command;
    const { imageUrl } = given;
    const changes = imageUrl ? { ...given, imageUrl: lastingAddress({ groupID: caller.group.id, record: id }, imageUrl) } : given;
    const update = (storedAt?: string, facts: readonly Fact[] = []) =>
      this.commands.execute(command, (at) => ({ type: this.type, caller, changes, storedAt, isState: isSubdivision, at }), facts);
    const { storagePlaceID: placeID } = changes;
    if (placeID == null) return update();
    return onFreshFacts(async () => {
      const place = await this.database.queryOne(this.places.reading(caller, placeID));
      return place ? update(place.location_id, [this.places.isThere(caller.group.id, placeID)]) : update();
    });
  }
}

@CommandHandler(UpdateOwnFind)
export class UpdateOwnFindHandler extends UpdateItemHandler {
  protected override readonly type = 'UpdateOwnFind';
}
