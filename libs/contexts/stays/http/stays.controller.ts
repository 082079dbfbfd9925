import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { LocationQueries, zoneOf } from '#contexts/locations';
import { Beyond, CurrentCaller, Endpoint, LocationID, Requires } from '#platform/http';
import { type Caller, Clock, dayIn, NotFound } from '#platform/kernel';
import { Stays } from '../stays.js';
import { StayRecord } from './stay.record.js';
import { AcceptedStays, StaysQuery, StaysRequest, staysOf } from './stays.requests.js';

/** The stays of a Location's guests (decisions.md, section 13). */
@Beyond()
@ApiTags('Stays')
@Controller('api/v2/locations/:locationID/stays')
export class StaysController {
  constructor(
    private readonly locations: LocationQueries,
    private readonly stays: Stays,
    private readonly clock: Clock,
  ) {}

  @Put()
  @Requires('stays.write')
  @Endpoint('putStays', 'Add or replace stays', {
    description:
      'Takes up to 1,000 stays at once, all or none: one with a known `externalID` is replaced. Repeating a call changes nothing. ' +
      'Who the guest is, is stored sealed, and erased 30 days after departure.',
    answers: AcceptedStays,
    takesList: true,
  })
  @ApiBody({ type: StaysRequest })
  async put(@CurrentCaller() caller: Caller, @LocationID() locationID: string, @Body() body: unknown) {
    const stays = await staysOf(body);
    await this.locations.one(caller, locationID);
    await this.stays.put(caller.group.id, locationID, stays);
    return { accepted: stays.length };
  }

  @Get()
  @Requires('stays.read')
  @Endpoint('findStays', 'Find who stayed in a room', {
    description:
      'Returns the stays in the room that cover the day, or ended at most 7 days before it: latest departure first, at most 20. ' +
      'Rooms are compared without case, accents, spaces and hyphens.',
    answers: [StayRecord],
  })
  async find(@CurrentCaller() caller: Caller, @LocationID() locationID: string, @Query() { room, on }: StaysQuery) {
    const location = await this.locations.one(caller, locationID);
    return this.stays.inRoom(caller.group.id, locationID, room, on ?? dayIn(zoneOf(location), this.clock.now()));
  }

  @Delete(':externalID')
  @Requires('stays.write')
  @Endpoint('deleteStay', 'Delete a stay', {
    description: 'Deletes one stay, such as a cancelled one. 404 where there is none of this key.',
  })
  async delete(@CurrentCaller() caller: Caller, @LocationID() locationID: string, @Param('externalID') externalID: string) {
    await this.locations.one(caller, locationID);
    // No key has such characters, and PostgreSQL takes no NUL.
    const isKey = !/[\p{Cc}\p{Cs}]/u.test(externalID);
    if (!isKey || !(await this.stays.erase(caller.group.id, { locationID, externalID }))) throw new NotFound('The stay');
  }
}
