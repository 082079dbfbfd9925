import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  Beyond,
  type Change,
  Changed,
  CurrentCaller,
  created,
  Endpoint,
  ID,
  LocationID,
  listing,
  Problems,
  Requires,
  versioned,
  WholeListQuery,
} from '#platform/http';
import { Replays } from '#platform/idempotency';
import type { Caller } from '#platform/kernel';
import { StoragePlaces } from '../places/storage-places.js';
import { NewStoragePlace, StoragePlaceRecord, StoragePlaceUpdate, storagePlaceRecord } from './storage-place.record.js';

/** Where Locations store items (decisions.md, section 13). */
@Beyond()
@ApiTags('Storage places')
@Controller('api/v2')
export class StoragePlacesController {
  constructor(private readonly places: StoragePlaces) {}

  @Get('locations/:locationID/storage-places')
  @Requires('storage-places.read')
  @Endpoint('listStoragePlaces', 'List the storage places of a Location', {
    description: 'Returns all of them by their path, such as `Cellar / Shelf B`: each is followed by those in it.',
    answers: StoragePlaceRecord,
    list: 'whole',
  })
  async list(@CurrentCaller() caller: Caller, @LocationID() locationID: string, @Query() query: WholeListQuery) {
    return listing(query, await this.places.list(caller, locationID, query), storagePlaceRecord);
  }

  @Post('locations/:locationID/storage-places')
  @Requires('storage-places.edit')
  @Replays((places: StoragePlacesController, { caller, first }) => places.one(caller, first.ID))
  @Endpoint('createStoragePlace', 'Create a storage place', {
    description:
      'Creates a place to store items in, at the top or in another of the same Location, at most 5 deep. 409 `conflict` for a ' +
      '`code` that another place of the Location has; without one it is made up.',
    answers: StoragePlaceRecord,
    status: 201,
  })
  @Problems('conflict', 'limit_reached')
  async create(@CurrentCaller() caller: Caller, @LocationID() locationID: string, @Body() body: NewStoragePlace) {
    const row = await this.places.create(caller, locationID, body);
    return created(`/api/v2/storage-places/${row.id}`, versioned(row, storagePlaceRecord));
  }

  @Get('storage-places/:storagePlaceID')
  @Requires('storage-places.read')
  @Endpoint('getStoragePlace', 'Get a storage place', {
    description: 'Returns a storage place, and how many items lie in it.',
    answers: StoragePlaceRecord,
  })
  async one(@CurrentCaller() caller: Caller, @ID('storagePlaceID') id: number) {
    return versioned(await this.places.one(caller, id), storagePlaceRecord);
  }

  @Put('storage-places/:storagePlaceID')
  @Requires('storage-places.edit')
  @Endpoint('updateStoragePlace', 'Update a storage place', {
    description:
      'Changes the given fields. With another `parentID` it moves with all that is in it: to a place of the same Location that is ' +
      'not in it itself, at most 5 deep, else 400 `invalid_parent`. 409 `conflict` for a `code` that another has.',
    answers: StoragePlaceRecord,
  })
  @Problems('conflict')
  async update(@Changed('storagePlaceID') { caller, id, expected }: Change, @Body() changes: StoragePlaceUpdate) {
    return versioned(await this.places.update(caller, id, changes, expected), storagePlaceRecord);
  }

  @Delete('storage-places/:storagePlaceID')
  @Requires('storage-places.edit')
  @Endpoint('deleteStoragePlace', 'Delete a storage place', {
    description:
      'Deletes a storage place in which nothing lies; what has left has none then. 409 `conflict` while it holds items or other places.',
  })
  @Problems('conflict')
  async delete(@Changed('storagePlaceID') { caller, id, expected }: Change) {
    await this.places.delete(caller, id, expected);
  }
}
