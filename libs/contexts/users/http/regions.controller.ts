import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  Beyond,
  type Change,
  Changed,
  CurrentCaller,
  created,
  Endpoint,
  ID,
  listing,
  Problems,
  Requires,
  versioned,
  WholeListQuery,
} from '#platform/http';
import { Replays } from '#platform/idempotency';
import type { Caller } from '#platform/kernel';
import { CreateRegion, DeleteRegion, UpdateRegion } from '../commands/region.commands.js';
import { RegionQueries } from '../read-model/region.queries.js';
import { NewRegion, RegionRecord, RegionUpdate, regionRecord } from './region.record.js';

/** Regions, custom lists of Locations (decisions.md, section 9). */
@Beyond()
@Controller('api/v2/regions')
export class RegionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly regions: RegionQueries,
  ) {}

  @Get()
  @Requires('regions.read')
  @Endpoint('listRegions', 'List Regions', {
    description: 'Returns the Regions with at least one Location that the caller has access to; `locationIDs` shows those.',
    answers: RegionRecord,
    list: 'whole',
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: WholeListQuery) {
    return listing(query, await this.regions.list(caller, query), regionRecord);
  }

  @Get(':regionID')
  @Requires('regions.read')
  @Endpoint('getRegion', 'Get a Region', {
    description: 'Returns a Region; `locationIDs` shows the Locations that the caller has access to. One without any is 404.',
    answers: RegionRecord,
  })
  async one(@CurrentCaller() caller: Caller, @ID('regionID') regionID: number) {
    return versioned(await this.regions.one(caller, regionID), regionRecord);
  }

  @Post()
  @Requires('regions.manage')
  @Replays((regions: RegionsController, { caller, first }) => regions.one(caller, first.ID))
  @Endpoint('createRegion', 'Create a Region', {
    description:
      'Creates a Region: a list of Locations of the Group that access can be given to as one. A Location that is unknown ' +
      'is 400 `unknown_reference`.',
    answers: RegionRecord,
    status: 201,
  })
  @Problems('conflict', 'limit_reached')
  async create(@CurrentCaller() caller: Caller, @Body() body: NewRegion) {
    const { name, reference = null, locationIDs = [] } = body;
    const regionID = await this.commands.execute(new CreateRegion(caller, { name, reference, locationIDs }));
    const row = await this.regions.one(caller, regionID);
    return created(`/api/v2/regions/${regionID}`, versioned(row, regionRecord));
  }

  @Put(':regionID')
  @Requires('regions.manage')
  @Endpoint('updateRegion', 'Update a Region', {
    description:
      'Changes name, reference or Locations: omitted fields keep their value, `locationIDs` replaces the stored list. 409 ' +
      '`conflict` when a user would be left with no Location: give that user other access first.',
    answers: RegionRecord,
  })
  @Problems('conflict', 'limit_reached')
  async update(@Changed('regionID') { caller, id: regionID, expected }: Change, @Body() changes: RegionUpdate) {
    await this.commands.execute(new UpdateRegion(caller, regionID, { ...changes }, expected));
    return versioned(await this.regions.one(caller, regionID), regionRecord);
  }

  @Delete(':regionID')
  @Requires('regions.manage')
  @Endpoint('deleteRegion', 'Delete a Region', {
    description:
      'Deletes a Region and the access given to it. 409 `conflict` when a user would be left with no Location: give that ' +
      'user other access first.',
  })
  @Problems('conflict')
  async delete(@Changed('regionID') { caller, id: regionID, expected }: Change) {
    await this.commands.execute(new DeleteRegion(caller, regionID, expected));
  }
}
