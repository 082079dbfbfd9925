import { Injectable } from '@nestjs/common';
import { Groups } from '#contexts/groups';
import { locationAccessRecord, UserQueries, userRecord } from '#contexts/users';
import { ContextApis } from '#platform/http';
import type { Caller, TokenRole } from '#platform/kernel';
import { ApiTokens } from '../tokens/api-tokens.js';
import type { MeRecord } from './me.record.js';

const EVERYWHERE = { locationIDs: [], regionIDs: [], countryIDs: [], accessAllLocations: true };

/** Puts together what a caller is told about itself. */
@Injectable()
export class Me {
  constructor(
    private readonly apis: ContextApis,
    private readonly groups: Groups,
    private readonly users: UserQueries,
    private readonly tokens: ApiTokens,
  ) {}

  async of(caller: Caller): Promise<MeRecord> {
    const { actor, group } = caller;
    const row = actor.type === 'user' ? await this.users.one(caller, actor.userID) : null;
    const { code, name } = await this.groups.byID(group.id);
    return {
      kind: row ? 'user' : 'token',
      user: row && userRecord(row),
      token:
        actor.type === 'integration'
          ? { ID: actor.tokenID, name: await this.tokens.nameOf(group.id, actor.tokenID), role: caller.role as TokenRole }
          : null,
      group: { code, name },
      locationAccess: row ? locationAccessRecord(row) : EVERYWHERE,
      capabilities: this.apis.capabilitiesOf(caller),
    };
  }
}
