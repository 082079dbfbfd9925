import { Injectable } from '@nestjs/common';
import { type GroupRow, Groups } from '#contexts/groups';
import { LocationQueries, type LocationRow } from '#contexts/locations';
import { type Caller, NotFound } from '#platform/kernel';

/** Where a guest is, and as whom the guest acts there. */
export interface GuestPlace {
  caller: Caller;
  location: LocationRow;
}

/** Lets guests act in a Group: whoever holds a link, or stands at a Location. What they may do is up to the pages. */
@Injectable()
export class GuestCallers {
  constructor(
    private readonly groups: Groups,
    private readonly locations: LocationQueries,
  ) {}

  /** @throws NotFound when there is no such Group */
  async of(groupID: number, requestID: string): Promise<Caller> {
    return guest(await this.groups.byID(groupID), requestID);
  }

  /** @throws NotFound when there is no such Location, or it is deactivated */
  async at(locationID: string, requestID: string): Promise<GuestPlace> {
    const [code = ''] = locationID.split(':');
    const caller = guest(await this.groups.byCode(code), requestID);
    const location = await this.locations.one(caller, locationID);
    if (!location.active) throw new NotFound('The Location');
    return { caller, location };
  }
}

/** Guests reach what their link names also where the Location is deactivated meanwhile. */
function guest({ id, code }: GroupRow, requestID: string): Caller {
  return { group: { id, code }, actor: { type: 'guest' }, role: 'overview_subuser', scope: { all: true }, requestID };
}
