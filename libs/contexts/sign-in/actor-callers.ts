import { Injectable } from '@nestjs/common';
import { Groups } from '#contexts/groups';
import type { Actor, Caller } from '#platform/kernel';
import { ApiTokenCallers } from './tokens/api-token-callers.js';
import { UserCallers } from './user-callers.js';

/** Finds the caller that work continues for, with its current role and access. */
@Injectable()
export class ActorCallers {
  constructor(
    private readonly groups: Groups,
    private readonly tokens: ApiTokenCallers,
    private readonly users: UserCallers,
  ) {}

  /** Null when the user was deleted or disabled, or the token was revoked or has expired. */
  async of(groupID: number, actor: Actor): Promise<Omit<Caller, 'requestID'> | null> {
    if (actor.type === 'integration') return (await this.tokens.withID(groupID, actor.tokenID))?.caller ?? null;
    if (actor.type === 'user') return this.users.withID(groupID, actor.userID);
    const { code } = await this.groups.byID(groupID);
    return { group: { id: groupID, code }, actor, role: 'group_admin', scope: { all: true } };
  }
}
