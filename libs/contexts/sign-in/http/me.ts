import { Injectable } from '@nestjs/common';
import { Groups } from '#contexts/groups';
import { type LocationAccessRecord, locationAccessRecord, type OwnCaller, UserQueries, userRecord } from '#contexts/users';
import { ContextApis } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { ApiTokens } from '../tokens/api-tokens.js';
import type { MeRecord } from './me.record.js';

const EVERYWHERE = { locationIDs: [], regionIDs: [], countryIDs: [], accessAllLocations: true };

/** The access of an API token: like a user's, without Locations that are deactivated. */
function accessOf({ scope, limitedTo }: Caller): LocationAccessRecord {
  if (!limitedTo) return EVERYWHERE;
  return { ...EVERYWHERE, accessAllLocations: false, locationIDs: scope.all ? [...limitedTo] : [...scope.locationIDs] };
}

/** Builds what a caller sees of itself. */
@Injectable()
export class Me {
  constructor(
    private readonly apis: ContextApis,
    private readonly groups: Groups,
    private readonly users: UserQueries,
    private readonly tokens: ApiTokens,
  ) {}

  /** The email address of a caller who is a user. */
  async emailOf(caller: OwnCaller): Promise<string | null> {
    return (await this.users.one(caller, caller.actor.userID)).email;
  }

  async of(caller: Caller): Promise<MeRecord> {
    const { actor, group } = caller;
    const row = actor.type === 'user' ? await this.users.one(caller, actor.userID) : null;
    const { code, name } = await this.groups.byID(group.id);
    return {
      kind: row ? 'user' : 'token',
      user: row && userRecord(row),
      token:
        actor.type === 'integration'
          ? { ID: actor.tokenID, name: await this.tokens.nameOf(group.id, actor.tokenID), role: caller.role }
          : null,
      group: { code, name },
      locationAccess: row ? locationAccessRecord(row) : accessOf(caller),
      capabilities: this.apis.capabilitiesOf(caller),
    };
  }
}
