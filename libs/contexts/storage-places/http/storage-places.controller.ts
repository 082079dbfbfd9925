import { Body, Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Beyond, CurrentCaller, Endpoint, ID, IfMatch, Problems, Requires, versioned } from '#platform/http';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import { StoragePlaces } from '../places/storage-places.js';
import { StoragePlaceRecord, StoragePlaceUpdate, storagePlaceRecord } from './storage-place.record.js';

/** One storage place (decisions.md, section 13). */
@Beyond()
@ApiTags('Storage places')
@Controller('api/v2/storage-places/:storagePlaceID')
export class StoragePlacesController {
  constructor(private readonly places: StoragePlaces) {}

  @Get()
  @Requires('storage-places.read')
  @Endpoint('getStoragePlace', 'Get a storage place', {
    description: 'Returns a storage place, and how many items lie in it.',
    answers: StoragePlaceRecord,
    versioned: true,
    derived: true,
  })
  async one(@CurrentCaller() caller: Caller, @ID('storagePlaceID') id: number) {
    return versioned(await this.places.one(caller, id), storagePlaceRecord);
  }

  @Put()
  @Requires('storage-places.edit')
  @Endpoint('updateStoragePlace', 'Update a storage place', {
    description:
      'Changes the given fields. With another `parentID` it moves with all that is in it: to a place of the same Location that is ' +
      'not in it itself, at most 5 deep, else 400 `invalid_parent`. 409 `conflict` for a `code` that another has.',
    answers: StoragePlaceRecord,
    versioned: true,
  })
  @Problems('conflict')
  async update(
    @CurrentCaller() caller: Caller,
    @ID('storagePlaceID') id: number,
    @Body() changes: StoragePlaceUpdate,
    @IfMatch() expected: ExpectedVersions,
  ) {
    return versioned(await this.places.update(caller, id, changes, expected), storagePlaceRecord);
  }

  @Delete()
  @Requires('storage-places.edit')
  @Endpoint('deleteStoragePlace', 'Delete a storage place', {
    description: 'Deletes an empty storage place. 409 `conflict` while it holds items or other places.',
  })
  @Problems('conflict')
  async delete(@CurrentCaller() caller: Caller, @ID('storagePlaceID') id: number, @IfMatch() expected: ExpectedVersions) {
    await this.places.delete(caller, id, expected);
  }
}
