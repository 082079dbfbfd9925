import { Injectable } from '@nestjs/common';
import type { GroupAccounts } from '#contexts/groups';
import type { UserDirectory } from '#contexts/users';
import { Database, tables } from '#platform/database';
import type { Actor, Caller } from '#platform/kernel';
import { ApiTokenCallers } from './tokens/api-token-callers.js';
import { callerOfUser } from './user-callers.js';

const db = tables<typeof UserDirectory | typeof GroupAccounts>();

/** Finds the caller on whose behalf work continues, with its current role and access. */
@Injectable()
export class ActorCallers {
  constructor(
    private readonly database: Database,
    private readonly tokens: ApiTokenCallers,
  ) {}

  /** Null when the user was deleted or disabled, or the token was revoked or has expired. */
  async of(groupID: number, actor: Actor): Promise<Omit<Caller, 'requestID'> | null> {
    if (actor.type === 'integration') return (await this.tokens.withID(groupID, actor.tokenID))?.caller ?? null;
    const group = await this.database.queryOne(db.selectFrom('group_accounts').selectAll().where('id', '=', groupID));
    if (!group) return null;
    if (actor.type !== 'user') {
      return { group: { id: groupID, code: group.code }, actor, role: 'group_admin', scope: { all: true } };
    }
    const user = await this.database.queryOne(
      db
        .selectFrom('user_directory')
        .selectAll()
        .where('group_id', '=', groupID)
        .where('id', '=', actor.userID)
        .where('disabled', '=', false),
    );
    return user && callerOfUser(groupID, actor.userID, { ...group, ...user });
  }
}
