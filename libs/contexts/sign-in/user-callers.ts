import { Injectable } from '@nestjs/common';
import { isOpen, type TokenSubject } from '#contexts/credentials';
import type { GroupAccounts } from '#contexts/groups';
import type { UserDirectory } from '#contexts/users';
import { Database, tables } from '#platform/database';
import { type Caller, Clock } from '#platform/kernel';

const db = tables<typeof UserDirectory | typeof GroupAccounts>();

/** Users with their role and access, each with what its Group demands. */
const USERS = db
  .selectFrom('user_directory')
  .innerJoin('group_accounts', 'group_accounts.id', 'user_directory.group_id')
  .select(['group_accounts.code', 'group_accounts.second_factor_roles', 'user_directory.user_role'])
  .select(['user_directory.second_factor', 'user_directory.access_all_locations', 'user_directory.location_ids']);

type KnownUser = Awaited<ReturnType<typeof USERS.executeTakeFirstOrThrow>>;

/** Finds the caller who a user is, with its current role and access. */
@Injectable()
export class UserCallers {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The caller of an access token; null when the session has ended or the user was deleted. */
  async of(subject: TokenSubject): Promise<Omit<Caller, 'requestID'> | null> {
    const { groupID, userID } = subject;
    const row = await this.database.queryOne(withID(groupID, userID).where(isOpen(subject, this.clock.now())));
    return row && { ...callerOf(groupID, userID, row), session: subject.sessionID };
  }

  /** The caller without a session; null when the user was deleted or disabled. */
  async withID(groupID: number, userID: number): Promise<Omit<Caller, 'requestID'> | null> {
    const row = await this.database.queryOne(withID(groupID, userID).where('user_directory.disabled', '=', false));
    return row && callerOf(groupID, userID, row);
  }
}

function withID(groupID: number, userID: number) {
  return USERS.where('user_directory.group_id', '=', groupID).where('user_directory.id', '=', userID);
}

function callerOf(groupID: number, userID: number, user: KnownUser): Omit<Caller, 'requestID'> {
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
