import { Injectable } from '@nestjs/common';
import { isOpen, type TokenSubject } from '#contexts/credentials';
import type { GroupAccounts } from '#contexts/groups';
import type { UserDirectory } from '#contexts/users';
import { Database, tables } from '#platform/database';
import { type Caller, Clock, type Role } from '#platform/kernel';

const db = tables<typeof UserDirectory | typeof GroupAccounts>();

/** Finds the caller of an access token, with its current role and access. */
@Injectable()
export class UserCallers {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The caller with its scope; null when the session has ended or the user was deleted. */
  async of(subject: TokenSubject): Promise<Omit<Caller, 'requestID'> | null> {
    const { groupID, userID } = subject;
    const row = await this.database.queryOne(
      db
        .selectFrom('user_directory')
        .innerJoin('group_accounts', 'group_accounts.id', 'user_directory.group_id')
        .select([
          'group_accounts.code',
          'group_accounts.second_factor_roles',
          'user_directory.user_role',
          'user_directory.second_factor',
        ])
        .select(['user_directory.access_all_locations', 'user_directory.location_ids'])
        .where('user_directory.group_id', '=', groupID)
        .where('user_directory.id', '=', userID)
        .where(isOpen(subject, this.clock.now())),
    );
    if (!row) return null;
    return { ...callerOfUser(groupID, userID, row), session: subject.sessionID };
  }
}

/** A user's role and access. */
interface KnownUser {
  code: string;
  second_factor_roles: readonly string[];
  user_role: Role;
  second_factor: boolean;
  access_all_locations: boolean;
  location_ids: readonly string[];
}

/** The user as a caller. */
export function callerOfUser(groupID: number, userID: number, user: KnownUser): Omit<Caller, 'requestID'> {
  // Only Group Admins with access to all Locations can still see deactivated ones (decisions.md, section 6).
  const all = user.user_role === 'group_admin' && user.access_all_locations;
  return {
    group: { id: groupID, code: user.code },
    actor: { type: 'user', userID },
    role: user.user_role,
    scope: all ? { all } : { all: false, locationIDs: user.location_ids },
    ...(!user.second_factor && user.second_factor_roles.includes(user.user_role) && { lacksSecondFactor: true }),
  };
}
