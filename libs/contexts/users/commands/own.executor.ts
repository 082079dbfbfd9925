import { Injectable } from '@nestjs/common';
import type { Statement } from '#platform/database';
import { type Cause, EventStore } from '#platform/event-store';
import { type Actor, type Caller, Clock, DomainError } from '#platform/kernel';
import type { OwnCommand } from '../domain/user.account.js';
import { userStream } from '../user.stream.js';

/** A caller who is a user. */
export type OwnCaller = Caller & { actor: Extract<Actor, { type: 'user' }> };

/** The caller as a user, which the capability `me.write` has made sure of. @throws DomainError `forbidden` for an API token */
export function ownCaller(caller: Caller): OwnCaller {
  if (caller.actor.type !== 'user') throw new DomainError('forbidden', 'forbidden', 'Only users have an account of their own.');
  return caller as OwnCaller;
}

/** The account that is changed: the caller's, or that of a user without one. */
type OnAccount = { caller: OwnCaller } | { groupID: number; userID: number; cause: Cause };

/** Executes what users do with their own account, whatever their role. */
@Injectable()
export class OwnExecutor {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /**
   * @param beside statements that change the user's credential and sessions, which are not part of events
   * @throws DomainError of the decider, `conflict`
   */
  async execute(of: OnAccount, command: (at: string) => OwnCommand, beside: readonly Statement[] = []): Promise<void> {
    const at = this.clock.now();
    const [user, cause] = 'caller' in of ? [ownStream(of.caller), of.caller] : [userStream.of(of.groupID, of.userID), of.cause];
    await this.store.execute(user, command(at.toISOString()), { cause, at, beside });
  }
}

/** The stream of the caller. */
export function ownStream({ group, actor }: OwnCaller) {
  return userStream.of(group.id, actor.userID);
}
