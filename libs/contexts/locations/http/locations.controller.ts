import { Body, Controller, Get, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  CurrentCaller,
  created,
  Endpoint,
  IfMatch,
  LocationID,
  listing,
  Problems,
  Requires,
  versioned,
  WholeListQuery,
} from '#platform/http';
import { type Repeated, Replays } from '#platform/idempotency';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import { CreateLocation } from '../commands/create-location.js';
import { DeactivateLocation, ReactivateLocation } from '../commands/location.commands.js';
import { UpdateLocation } from '../commands/update-location.js';
import { LocationQueries } from '../read-model/location.queries.js';
import { LocationRecord, locationRecord } from './location.record.js';
import { LocationUpdate, locationChanges, NewLocation, newLocation } from './location.requests.js';

/** Locations (api-v2.md, Endpoints, Locations). */
@Controller('api/v2/locations')
export class LocationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly locations: LocationQueries,
  ) {}

  @Post()
  @Requires('locations.add')
  @Replays((locations: LocationsController, { caller, first }: Repeated<LocationRecord>) =>
    locations.one(caller, first.locationID),
  )
  @Endpoint('createLocation', 'Create a Location', {
    description:
      'Creates an active Location with the next identifier of the Group (`demo:4`). No users are assigned to it: give ' +
      'them access with `POST /users/{userID}/locations`. Users with access to all Locations, or to its country, have it ' +
      'at once.',
    answers: LocationRecord,
    status: 201,
  })
  @Problems('limit_reached')
  async create(@CurrentCaller() caller: Caller, @Body() body: NewLocation) {
    const row = await this.commands.execute(new CreateLocation(caller, newLocation(body)));
    return created(`/api/v2/locations/${row.location_id}`, versioned(row, locationRecord));
  }

  @Get()
  @Requires('locations.read')
  @Endpoint('listLocations', 'List Locations', {
    description:
      'Returns the Locations that the caller has access to, by the number in their identifier; the whole list unless ' +
      '`limit` is given. Deactivated ones are shown to the API token and to group admins with access to all Locations, ' +
      'and to nobody else.',
    answers: LocationRecord,
    list: 'whole',
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: WholeListQuery) {
    return listing(query, await this.locations.list(caller, query), locationRecord);
  }

  @Get(':locationID')
  @Requires('locations.read')
  @Endpoint('getLocation', 'Get a Location', {
    description:
      'Returns a Location. One out of reach is 404; so is a deactivated one, but for the API token and group admins with ' +
      'access to all Locations.',
    answers: LocationRecord,
  })
  async one(@CurrentCaller() caller: Caller, @LocationID() locationID: string) {
    return versioned(await this.locations.one(caller, locationID), locationRecord);
  }

  @Put(':locationID')
  @Requires('locations.edit')
  @Endpoint('updateLocation', 'Update a Location', {
    description:
      'Changes the given fields: omitted ones keep their value, nested objects are merged field by field. A stored ' +
      '`state` that a new country does not have becomes null. A new `itemStorageDays` counts for items registered from ' +
      'then on.',
    answers: LocationRecord,
  })
  @Problems('conflict', 'limit_reached')
  async update(
    @CurrentCaller() caller: Caller,
    @LocationID() locationID: string,
    @Body() body: LocationUpdate,
    @IfMatch() expected: ExpectedVersions,
  ) {
    const row = await this.commands.execute(new UpdateLocation(caller, locationID, locationChanges(body), expected));
    return versioned(row, locationRecord);
  }

  @Put(':locationID/deactivate')
  @Requires('locations.edit')
  @Endpoint('deactivateLocation', 'Deactivate a Location', {
    description:
      'Nothing more can be registered at the Location (409 `location_deactivated`), and all users lose access to it, its ' +
      'items and its Requests. What they had is kept for `reactivate`. Deactivating one that is not active changes ' +
      'nothing and is 200.',
    answers: LocationRecord,
  })
  @Problems('conflict')
  async deactivate(@CurrentCaller() caller: Caller, @LocationID() locationID: string, @IfMatch() expected: ExpectedVersions) {
    return versioned(await this.commands.execute(new DeactivateLocation(caller, locationID, expected)), locationRecord);
  }

  @Put(':locationID/reactivate')
  @Requires('locations.edit')
  @Endpoint('reactivateLocation', 'Reactivate a Location', {
    description:
      'Gives users back the access that they had before, changes made meanwhile included. A deactivated Location is 404 ' +
      'but for the API token and group admins with access to all Locations. Reactivating an active one changes nothing ' +
      'and is 200.',
    answers: LocationRecord,
  })
  @Problems('conflict', 'limit_reached')
  async reactivate(@CurrentCaller() caller: Caller, @LocationID() locationID: string, @IfMatch() expected: ExpectedVersions) {
    return versioned(await this.commands.execute(new ReactivateLocation(caller, locationID, expected)), locationRecord);
  }
}
