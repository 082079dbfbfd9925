import { Body, Controller, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { StoragePlaceRecord, StoragePlaces, storagePlaceRecord } from '#contexts/storage-places';
import { Beyond, CurrentCaller, Endpoint, ID, IntegerList, Problems, Requires, versioned } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { Weighs } from '#platform/limits';
import { StoreItems } from '../commands/store-items.js';
import { callsOf } from './item-batch.results.js';

/** `PUT /storage-places/:storagePlaceID/items`. */
class StoredItemsRequest {
  @IntegerList({ required: true, least: 1, most: 200, distinct: true, description: 'The items, each once', example: [7, 8] })
  itemIDs!: number[];
}

/** The items in storage places (decisions.md, section 13, Storage places). */
@Beyond()
@Controller('api/v2/storage-places/:storagePlaceID/items')
export class StoredItemsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly places: StoragePlaces,
  ) {}

  @Put()
  @Requires('items.edit')
  @Weighs((body) => callsOf((body as { itemIDs?: unknown } | undefined)?.itemIDs))
  @Endpoint('storeItems', 'Put items into a storage place', {
    description:
      'Puts up to 200 items of its Location there, all or none, and returns the place. 400 `unknown_reference` names those that are ' +
      'not there, deleted or at another Location; 409 `transition_not_allowed` where one has left: finished, in route, delivered or ' +
      'anonymized. Every ten items count as one call of the rate limit.',
    answers: StoragePlaceRecord,
    takesList: true,
  })
  @Problems('transition_not_allowed', 'conflict', 'limit_reached')
  async store(@CurrentCaller() caller: Caller, @ID('storagePlaceID') placeID: number, @Body() { itemIDs }: StoredItemsRequest) {
    await this.commands.execute(new StoreItems(caller, placeID, itemIDs));
    return versioned(await this.places.one(caller, placeID), storagePlaceRecord);
  }
}
