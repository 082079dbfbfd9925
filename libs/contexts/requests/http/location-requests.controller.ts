import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { LocationQueries } from '#contexts/locations';
import { Beyond, CurrentCaller, created, Endpoint, LocationID, listing, Problems, Requires, versioned } from '#platform/http';
import { Replays } from '#platform/idempotency';
import type { Caller } from '#platform/kernel';
import { MakeRequest } from '../commands/make-request.js';
import { placeOfRequest, RequestQueries } from '../read-model/request.queries.js';
import { RequestRecord, requestRecord } from './request.record.js';
import { filtersOf, LocationRequestsQuery, NewRequestRequest } from './request.requests.js';

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
  @Endpoint('listLocationRequests', 'List the Requests of a Location', {
    description: 'Returns the Requests made at the Location, without those deleted; newest first unless `sort` says otherwise.',
    answers: RequestRecord,
    list: 'requests',
  })
  async list(@CurrentCaller() caller: Caller, @LocationID() locationID: string, @Query() query: LocationRequestsQuery) {
    await this.locations.one(caller, locationID);
    const page = await this.requests.page(caller, query, { ...filtersOf(query), locationID });
    return listing(query, page, requestRecord, placeOfRequest(query.sort));
  }

  @Post()
  @Beyond()
  @Requires('requests.edit')
  @Replays(
    async (made: LocationRequestsController, { caller, first }) =>
      versioned(await made.requests.one(caller, first.ID), requestRecord),
    ({ id }) => created(pathOf(id), { ID: id }),
  )
  @Endpoint('makeRequest', 'Create a Request', {
    description:
      'Records what a guest has lost, as the guest’s own form does: a Request that is `registered`, numbered from 1 ' +
      'within its Location. It expires after the Location’s `daysBeforeRequestExpires`. A guest with an email address or ' +
      'telephone is told that it was received.',
    answers: RequestRecord,
    status: 201,
  })
  @Problems('location_deactivated', 'external_id_taken')
  async make(
    @CurrentCaller() caller: Caller,
    @LocationID() locationID: string,
    @Body() { languageID = null, ...made }: NewRequestRequest,
  ) {
    const row = await this.commands.execute(new MakeRequest(caller, locationID, made, languageID));
    return created(pathOf(row.id), versioned(row, requestRecord));
  }
}

function pathOf(id: number): string {
  return `/api/v2/requests/${id}`;
}
