import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOperation } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import {
  Answer,
  Beyond,
  CurrentCaller,
  expectedVersions,
  IdParam,
  listing,
  Problems,
  Requires,
  setEntityTag,
  WholeListQuery,
} from '#platform/http';
import type { Caller } from '#platform/kernel';
import { CreateRegion } from '../commands/create-region.js';
import { DeleteRegion } from '../commands/delete-region.js';
import { UpdateRegion } from '../commands/update-region.js';
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
  @ApiOperation({ operationId: 'listRegions', summary: 'List the Regions that hold a Location within reach' })
  @Answer(RegionRecord, { list: 'bare', paged: 'when asked' })
  async list(@CurrentCaller() caller: Caller, @Query() query: WholeListQuery) {
    return listing(query, await this.regions.list(caller, query), regionRecord);
  }

  @Get(':regionID')
  @Requires('regions.read')
  @ApiOperation({ operationId: 'getRegion', summary: 'Read a Region' })
  @Answer(RegionRecord, { versioned: true })
  async one(
    @CurrentCaller() caller: Caller,
    @Param('regionID', IdParam) regionID: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.answer(caller, regionID, response);
  }

  @Post()
  @Requires('regions.manage')
  @ApiOperation({ operationId: 'createRegion', summary: 'Create a Region' })
  @Answer(RegionRecord, { status: 201, versioned: true })
  @Problems('conflict')
  async create(@CurrentCaller() caller: Caller, @Body() body: NewRegion, @Res({ passthrough: true }) response: Response) {
    const { name, reference = null, locationIDs = [] } = body;
    const region = { name, reference, locationIDs };
    const regionID = await this.commands.execute(new CreateRegion(caller, region));
    response.setHeader('Location', `/api/v2/regions/${regionID}`);
    return this.answer(caller, regionID, response);
  }

  @Put(':regionID')
  @Requires('regions.manage')
  @ApiOperation({ operationId: 'updateRegion', summary: 'Update a Region; its Locations are replaced' })
  @Answer(RegionRecord, { versioned: true })
  @Problems('precondition_failed', 'conflict')
  async update(
    @CurrentCaller() caller: Caller,
    @Param('regionID', IdParam) regionID: number,
    @Body() changes: RegionUpdate,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.commands.execute(new UpdateRegion(caller, regionID, { ...changes }, expectedVersions(request)));
    return this.answer(caller, regionID, response);
  }

  @Delete(':regionID')
  @HttpCode(204)
  @Requires('regions.manage')
  @ApiOperation({ operationId: 'deleteRegion', summary: 'Delete a Region unless a user would be left with no Location' })
  @Answer(null, { status: 204 })
  @Problems('precondition_failed', 'conflict')
  async delete(@CurrentCaller() caller: Caller, @Param('regionID', IdParam) regionID: number, @Req() request: Request) {
    await this.commands.execute(new DeleteRegion(caller, regionID, expectedVersions(request)));
  }

  private async answer(caller: Caller, regionID: number, response: Response): Promise<RegionRecord> {
    const row = await this.regions.one(caller, regionID);
    setEntityTag(response, row.version);
    return regionRecord(row);
  }
}
