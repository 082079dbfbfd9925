import { Injectable } from '@nestjs/common';
import type { SessionEntity, TokenSubject } from '#contexts/credentials';
import type { GroupEntity } from '#contexts/groups';
import { ACTIVE_COVERAGE, type UserEntity } from '#contexts/users';
import { Database, tables } from '#platform/database';
import { type Caller, Clock } from '#platform/kernel';

const db = tables<typeof SessionEntity | typeof UserEntity | typeof GroupEntity>();

/** Finds who calls with an access token, as role and access stand now. */
@Injectable()
export class UserCallers {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The caller with its scope; null when the session has ended or the user is gone. */
  async of({ groupID, userID, sessionID }: TokenSubject): Promise<Omit<Caller, 'requestID'> | null> {
    const row = await this.database.queryOne(
      db
        .selectFrom('sessions')
        .innerJoin('users', (join) =>
          join.onRef('users.group_id', '=', 'sessions.group_id').onRef('users.id', '=', 'sessions.user_id'),
        )
        .innerJoin('groups', 'groups.id', 'users.group_id')
        .select(['groups.code', 'users.user_role', 'users.access_all_locations', ACTIVE_COVERAGE.as('location_ids')])
        .where('sessions.group_id', '=', groupID)
        .where('sessions.id', '=', sessionID)
        .where('sessions.user_id', '=', userID)
        .where('sessions.expires_at', '>', this.clock.now().toISOString()),
    );
    if (!row) return null;
    // Deactivated Locations stay within reach of Group Admins with access to all only (decisions.md, section 6).
    const all = row.user_role === 'group_admin' && row.access_all_locations;
    return {
      group: { id: groupID, code: row.code },
      actor: { type: 'user', userID },
      role: row.user_role,
      scope: all ? { all } : { all: false, locationIDs: row.location_ids },
    };
  }
}
