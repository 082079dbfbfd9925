import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  Beyond,
  CurrentCaller,
  created,
  Endpoint,
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
import { NewStoragePlace, StoragePlaceRecord, storagePlaceRecord } from './storage-place.record.js';

/** The storage places of a Location (decisions.md, section 13). */
@Beyond()
@ApiTags('Storage places')
@Controller('api/v2/locations/:locationID/storage-places')
export class LocationStoragePlacesController {
  constructor(private readonly places: StoragePlaces) {}

  @Get()
  @Requires('storage-places.read')
  @Endpoint('listStoragePlaces', 'List the storage places of a Location', {
    description: 'Returns all of them by their path, such as `Cellar / Shelf B`: each is followed by those in it.',
    answers: StoragePlaceRecord,
    list: 'whole',
  })
  async list(@CurrentCaller() caller: Caller, @LocationID() locationID: string, @Query() query: WholeListQuery) {
    return listing(query, await this.places.list(caller, locationID, query), storagePlaceRecord);
  }

  @Post()
  @Requires('storage-places.edit')
  @Replays((places: LocationStoragePlacesController, { caller, first }) => places.again(caller, first.ID))
  @Endpoint('createStoragePlace', 'Create a storage place', {
    description:
      'Creates a place to store items in, at the top or in another of the same Location, at most 5 deep. 409 `conflict` for a ' +
      '`code` that another place of the Location has; without one it is made up.',
    answers: StoragePlaceRecord,
    status: 201,
    versioned: true,
  })
  @Problems('conflict', 'limit_reached')
  async create(@CurrentCaller() caller: Caller, @LocationID() locationID: string, @Body() body: NewStoragePlace) {
    const row = await this.places.create(caller, locationID, body);
    return created(`/api/v2/storage-places/${row.id}`, versioned(row, storagePlaceRecord));
  }

  /** The answer to a repeated call: the place as it is now. */
  async again(caller: Caller, id: number) {
    return versioned(await this.places.one(caller, id), storagePlaceRecord);
  }
}
