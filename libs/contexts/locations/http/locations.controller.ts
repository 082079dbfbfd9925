import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { type Command, CommandBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { LanguageQueries, LanguageRecord, languageRecord } from '#contexts/languages';
import {
  Answer,
  CurrentCaller,
  expectedVersions,
  LocationIdParam,
  listing,
  Problems,
  Requires,
  setEntityTag,
  WholeListQuery,
} from '#platform/http';
import type { Caller } from '#platform/kernel';
import { CreateLocation } from '../commands/create-location.js';
import { DeactivateLocation } from '../commands/deactivate-location.js';
import { ReactivateLocation } from '../commands/reactivate-location.js';
import { UpdateLocation } from '../commands/update-location.js';
import { LocationQueries, type LocationRow } from '../read-model/location.queries.js';
import { LocationRecord, locationRecord } from './location.record.js';
import { LocationUpdate, NewLocation } from './location.requests.js';

/** Locations (api-v2.md, Endpoints, Locations). */
@ApiTags('Locations')
@Controller('api/v2/locations')
export class LocationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly locations: LocationQueries,
    private readonly languages: LanguageQueries,
  ) {}

  @Post()
  @Requires('locations.add')
  @ApiOperation({ operationId: 'createLocation', summary: 'Create a Location' })
  @Answer(LocationRecord, { status: 201, versioned: true })
  async create(@CurrentCaller() caller: Caller, @Body() body: NewLocation, @Res({ passthrough: true }) response: Response) {
    const { address, contactDetails, pickupDetails, reference = null, options, ...days } = body;
    const row = await this.commands.execute(
      new CreateLocation(caller, {
        ...days,
        address: { ...address, state: address.state ?? null },
        contactDetails: { ...contactDetails, contactEmailCC: contactDetails.contactEmailCC ?? null },
        pickupDetails: {
          pickupLocation: pickupDetails.pickupLocation || 'Reception',
          pickupIntructions: pickupDetails.pickupIntructions ?? null,
        },
        reference,
        options: { weightUnit: options?.weightUnit ?? 'kg', dimensionUnit: options?.dimensionUnit ?? 'cm' },
      }),
    );
    response.setHeader('Location', `/api/v2/locations/${row.location_id}`);
    return answer(row, response);
  }

  @Get()
  @Requires('locations.read')
  @ApiOperation({ operationId: 'listLocations', summary: 'List the Locations within reach' })
  @Answer(LocationRecord, { list: 'bare', paged: 'when asked' })
  async list(@CurrentCaller() caller: Caller, @Query() query: WholeListQuery) {
    return listing(query, await this.locations.list(caller, query), locationRecord);
  }

  @Get(':locationID')
  @Requires('locations.read')
  @ApiOperation({ operationId: 'getLocation', summary: 'Read a Location' })
  @Answer(LocationRecord, { versioned: true })
  async one(
    @CurrentCaller() caller: Caller,
    @Param('locationID', LocationIdParam) locationID: string,
    @Res({ passthrough: true }) response: Response,
  ) {
    return answer(await this.locations.one(caller, locationID), response);
  }

  @Put(':locationID')
  @Requires('locations.edit')
  @ApiOperation({ operationId: 'updateLocation', summary: 'Update a Location' })
  @Answer(LocationRecord, { versioned: true })
  @Problems('precondition_failed', 'conflict')
  async update(
    @CurrentCaller() caller: Caller,
    @Param('locationID', LocationIdParam) locationID: string,
    @Body() { pickupDetails, ...changes }: LocationUpdate,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const pickup = pickupDetails?.pickupLocation === '' ? { ...pickupDetails, pickupLocation: 'Reception' } : pickupDetails;
    return this.change(
      new UpdateLocation(caller, locationID, { ...changes, pickupDetails: pickup }, expectedVersions(request)),
      response,
    );
  }

  @Put(':locationID/deactivate')
  @HttpCode(200)
  @Requires('locations.edit')
  @ApiOperation({ operationId: 'deactivateLocation', summary: 'Deactivate a Location: all Users lose access to it' })
  @Answer(LocationRecord, { versioned: true })
  @Problems('precondition_failed', 'conflict')
  async deactivate(
    @CurrentCaller() caller: Caller,
    @Param('locationID', LocationIdParam) locationID: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.change(new DeactivateLocation(caller, locationID, expectedVersions(request)), response);
  }

  @Put(':locationID/reactivate')
  @HttpCode(200)
  @Requires('locations.edit')
  @ApiOperation({ operationId: 'reactivateLocation', summary: 'Reactivate a Location: Users get back the access they had' })
  @Answer(LocationRecord, { versioned: true })
  @Problems('precondition_failed', 'conflict')
  async reactivate(
    @CurrentCaller() caller: Caller,
    @Param('locationID', LocationIdParam) locationID: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.change(new ReactivateLocation(caller, locationID, expectedVersions(request)), response);
  }

  @Get(':locationID/languages')
  @Requires('languages.read')
  @ApiOperation({ operationId: 'listLocationLanguages', summary: 'List the Languages enabled for a Location' })
  @Answer(LanguageRecord, { list: 'bare', paged: 'when asked' })
  async languagesOf(
    @CurrentCaller() caller: Caller,
    @Param('locationID', LocationIdParam) locationID: string,
    @Query() query: WholeListQuery,
  ) {
    await this.locations.one(caller, locationID);
    return listing(query, await this.languages.ofLocation(caller, locationID, query), languageRecord);
  }

  private async change(command: Command<LocationRow>, response: Response) {
    return answer(await this.commands.execute(command), response);
  }
}

function answer(row: LocationRow, response: Response): LocationRecord {
  setEntityTag(response, row.version);
  return locationRecord(row);
}
