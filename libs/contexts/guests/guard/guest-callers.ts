import { Injectable } from '@nestjs/common';
import { type GroupRow, Groups } from '#contexts/groups';
import { LocationQueries, type LocationRow } from '#contexts/locations';
import { type Caller, NotFound } from '#platform/kernel';

/** The Location a guest visits, and the caller to act as there. */
export interface GuestVisit {
  caller: Caller;
  location: LocationRow;
}

/** Creates callers for guests with a link, or at a Location. The pages decide what they may do. */
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

  /** @throws NotFound when the Location does not exist or is deactivated */
  async at(locationID: string, requestID: string): Promise<GuestVisit> {
    const [code = ''] = locationID.split(':');
    const caller = guest(await this.groups.byCode(code), requestID);
    const location = await this.locations.one(caller, locationID);
    if (!location.active) throw new NotFound('The Location');
    return { caller, location };
  }
}

/** With access to all Locations, so that a link keeps working when its Location is deactivated. */
function guest({ id, code }: GroupRow, requestID: string): Caller {
  return { group: { id, code }, actor: { type: 'guest' }, role: 'overview_subuser', scope: { all: true }, requestID };
}
