import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { LocationQueries } from '#contexts/locations';
import { Answer, Beyond, CurrentCaller, LocationIdParam, listing, Problems, Requires } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { MakeRequest } from '../commands/make-request.js';
import { RequestQueries } from '../read-model/request.queries.js';
import { RequestRecord, requestRecord } from './request.record.js';
import { LocationRequestsQuery, NewRequestRequest } from './request.requests.js';

/** The Requests of one Location (api-v2.md, Endpoints, Locations). */
@ApiTags('Requests')
@Controller('api/v2/locations/:locationID/requests')
export class LocationRequestsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly locations: LocationQueries,
    private readonly requests: RequestQueries,
  ) {}

  @Get()
  @Requires('requests.read')
  @ApiOperation({ operationId: 'listLocationRequests', summary: 'List the Requests of a Location, newest first' })
  @Answer(RequestRecord, { list: 'requests' })
  async list(
    @CurrentCaller() caller: Caller,
    @Param('locationID', LocationIdParam) locationID: string,
    @Query() query: LocationRequestsQuery,
  ) {
    await this.locations.one(caller, locationID);
    const page = await this.requests.page(caller, query, { status: query.status, q: query.q, locationID });
    return listing(query, page, requestRecord, (row) => row.id);
  }

  @Post()
  @Beyond()
  @Requires('requests.edit')
  @ApiOperation({ operationId: 'makeRequest', summary: 'Make a Request' })
  @Answer(RequestRecord, { status: 201 })
  @Problems('location_deactivated')
  async make(
    @CurrentCaller() caller: Caller,
    @Param('locationID', LocationIdParam) locationID: string,
    @Body() { languageID = null, ...made }: NewRequestRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const row = await this.commands.execute(new MakeRequest(caller, locationID, made, languageID));
    response.setHeader('Location', `/api/v2/requests/${row.id}`);
    return requestRecord(row);
  }
}
