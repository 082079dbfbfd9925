import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { LocationQueries } from '#contexts/locations';
import {
  Answer,
  CurrentCaller,
  expectedVersions,
  IdParam,
  LocationIdParam,
  listing,
  Problems,
  Requires,
  setEntityTag,
  WholeListQuery,
} from '#platform/http';
import { type Caller, cutList } from '#platform/kernel';
import { GiveAccess } from '../commands/give-access.js';
import { TakeAccess } from '../commands/take-access.js';
import { UserQueries } from '../read-model/user.queries.js';
import { LocationAccessRecord, locationAccessRecord, UserRecord, userRecord } from './user.record.js';
import { AccessToGive, AccessToTake } from './user.requests.js';

/** Which Locations a user reaches, and who reaches a Location (api-v2.md, Endpoints, Users and Locations). */
@ApiTags('Users')
@Controller('api/v2')
export class UserAccessController {
  constructor(
    private readonly commands: CommandBus,
    private readonly users: UserQueries,
    private readonly locations: LocationQueries,
  ) {}

  @Get('users/:userID/locations')
  @Requires('users.read')
  @ApiOperation({ operationId: 'getUserAccess', summary: 'Read what is assigned to a user' })
  @Answer(LocationAccessRecord, { versioned: true })
  async read(
    @CurrentCaller() caller: Caller,
    @Param('userID', IdParam) userID: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.answer(caller, userID, response);
  }

  @Post('users/:userID/locations')
  @HttpCode(200)
  @Requires('users.write')
  @ApiOperation({
    operationId: 'giveUserAccess',
    summary: 'Give a user access to Locations, Regions, Countries or all Locations',
  })
  @Answer(LocationAccessRecord, { versioned: true })
  @Problems('precondition_failed', 'conflict')
  async give(
    @CurrentCaller() caller: Caller,
    @Param('userID', IdParam) userID: number,
    @Body() body: AccessToGive,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const access = accessOf(body, body.addAccessAllLocations);
    await this.commands.execute(new GiveAccess(caller, userID, access, expectedVersions(request)));
    return this.answer(caller, userID, response);
  }

  @Delete('users/:userID/locations')
  @HttpCode(200)
  @Requires('users.write')
  @ApiOperation({ operationId: 'takeUserAccess', summary: 'Take access from a user, who must keep at least one Location' })
  @Answer(LocationAccessRecord, { versioned: true })
  @Problems('last_location', 'precondition_failed', 'conflict')
  async take(
    @CurrentCaller() caller: Caller,
    @Param('userID', IdParam) userID: number,
    @Body() body: AccessToTake,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const access = accessOf(body, body.removeAccessAllLocations);
    await this.commands.execute(new TakeAccess(caller, userID, access, expectedVersions(request)));
    return this.answer(caller, userID, response);
  }

  @Get('locations/:locationID/users')
  @Requires('users.read')
  @ApiOperation({
    operationId: 'listLocationUsers',
    summary: 'List the users with access to a Location; none while it is deactivated',
  })
  @Answer(UserRecord, { list: 'bare', paged: 'when asked' })
  async ofLocation(
    @CurrentCaller() caller: Caller,
    @Param('locationID', LocationIdParam) locationID: string,
    @Query() query: WholeListQuery,
  ) {
    const { active } = await this.locations.one(caller, locationID);
    const users = active ? await this.users.ofLocation(caller, locationID, query) : cutList([], query);
    return listing(query, users, userRecord);
  }

  private async answer(caller: Caller, userID: number, response: Response): Promise<LocationAccessRecord> {
    const row = await this.users.one(caller, userID);
    setEntityTag(response, row.version);
    return locationAccessRecord(row);
  }
}

function accessOf({ locationIDs = [], regionIDs = [], countryIDs = [] }: AccessToGive, accessAllLocations = false) {
  return { locationIDs, regionIDs, countryIDs, accessAllLocations };
}
