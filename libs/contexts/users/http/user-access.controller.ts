import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { LocationQueries } from '#contexts/locations';
import {
  type Change,
  Changed,
  CurrentCaller,
  Endpoint,
  ID,
  LocationID,
  listing,
  Problems,
  Requires,
  versioned,
  WholeListQuery,
} from '#platform/http';
import { type Repeated, Replays } from '#platform/idempotency';
import { type Caller, cutList } from '#platform/kernel';
import { GiveAccess, TakeAccess } from '../commands/user.commands.js';
import { UserQueries } from '../read-model/user.queries.js';
import { LocationAccessRecord, locationAccessRecord, UserRecord, userRecord } from './user.record.js';
import { AccessToGive, AccessToTake, accessOf } from './user.requests.js';

/** The access of users to Locations (api-v2.md, Endpoints, Users and Locations). */
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
  @Endpoint('getUserAccess', 'Get the access of a user', {
    description:
      'Returns the Locations, Regions and Countries assigned to the user, and whether it has all Locations. Deactivated ' +
      'Locations are left out.',
    answers: LocationAccessRecord,
  })
  async read(@CurrentCaller() caller: Caller, @ID('userID') userID: number) {
    return versioned(await this.users.one(caller, userID), locationAccessRecord);
  }

  @Post('users/:userID/locations')
  @Requires('users.write')
  @Replays((access: UserAccessController, { caller, params }: Repeated<unknown>) => access.read(caller, Number(params.userID)))
  @Endpoint('giveUserAccess', 'Add access for a user', {
    description:
      'Adds access to Locations, Regions, Countries or all Locations of the Group; what the user has already stays. ' +
      'Access to a Country covers Locations created there later. 403 for access that the caller does not have itself; 400 ' +
      '`unknown_reference` for what does not exist or is out of reach.',
    answers: LocationAccessRecord,
  })
  @Problems('conflict', 'limit_reached')
  async give(@Changed('userID') { caller, id: userID, expected }: Change, @Body() body: AccessToGive) {
    await this.commands.execute(new GiveAccess(caller, userID, accessOf(body, body.addAccessAllLocations), expected));
    return versioned(await this.users.one(caller, userID), locationAccessRecord);
  }

  @Delete('users/:userID/locations')
  @Requires('users.write')
  @Endpoint('takeUserAccess', 'Remove access from a user', {
    description:
      'Removes access, never the user; what it does not have is ignored. `removeAccessAllLocations` brings back the ' +
      'Locations, Regions and Countries assigned before. 400 `last_location` when the user would be left with no ' +
      'Location: give another one first.',
    answers: LocationAccessRecord,
  })
  @Problems('last_location', 'conflict')
  async take(@Changed('userID') { caller, id: userID, expected }: Change, @Body() body: AccessToTake) {
    await this.commands.execute(new TakeAccess(caller, userID, accessOf(body, body.removeAccessAllLocations), expected));
    return versioned(await this.users.one(caller, userID), locationAccessRecord);
  }

  @Get('locations/:locationID/users')
  @Requires('users.read')
  @Endpoint('listLocationUsers', 'List the users of a Location', {
    description: 'Returns the users with access to the Location, however they have it; none while it is deactivated.',
    answers: UserRecord,
    list: 'whole',
  })
  async ofLocation(@CurrentCaller() caller: Caller, @LocationID() locationID: string, @Query() query: WholeListQuery) {
    const { active } = await this.locations.one(caller, locationID);
    const users = active ? await this.users.ofLocation(caller, locationID, query) : cutList([], query);
    return listing(query, users, userRecord);
  }
}
