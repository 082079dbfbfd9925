import { Injectable } from '@nestjs/common';
import { deleteCredential, deleteSecondFactor, endSessions, takingUsername, updateCredential } from '#contexts/credentials';
import type { Statement } from '#platform/database';
import { EventStore, type StreamID } from '#platform/event-store';
import { type Caller, Clock, type ExpectedVersions } from '#platform/kernel';
import type { ManagedCommand } from '../domain/user.decider.js';
import { UserQueries } from '../read-model/user.queries.js';
import { userStream } from '../user.stream.js';
import { AccessFactsReader } from './access-facts.js';

/** The user that a command is about. */
interface OnUser {
  caller: Caller;
  userID: number;
  isNew?: boolean;
  expectedVersions?: ExpectedVersions;
}

/** Executes commands of managers on users, based on the access of all users at that moment. */
@Injectable()
export class UserExecutor {
  constructor(
    private readonly store: EventStore,
    private readonly users: UserQueries,
    private readonly facts: AccessFactsReader,
    private readonly clock: Clock,
  ) {}

  /**
   * @param more statements that change the user's credential and sessions, besides those of the command itself
   * @throws NotFound when the caller does not see the user; UsernameTaken; DomainError of the decider, `precondition_failed`, `conflict`
   */
  async execute(
    { caller, userID, ...expected }: OnUser,
    command: (at: string) => ManagedCommand,
    more: readonly Statement[] = [],
  ): Promise<void> {
    const of = userStream.of(caller.group.id, userID);
    // The decider says so as well: but who is not seen is not read either, and takes as long as who does not exist.
    if (!expected.isNew) await this.users.mustSee(caller, userID);
    await this.facts.deciding(caller, async ({ manager, territory, unchanged }) => {
      if (expected.isNew) await this.facts.assertRoom('users', caller.group.id);
      const at = this.clock.now();
      const asked = command(at.toISOString());
      const execution = { cause: caller, at, ...expected, beside: [...more, ...credentialChanges(of, asked), unchanged] };
      return takingUsername(() => this.store.execute(of, { ...asked, manager, territory }, execution));
    });
  }
}

/** A command's changes to the user's credential and sessions, which are not part of events. */
function credentialChanges(user: StreamID, command: ManagedCommand): Statement[] {
  switch (command.type) {
    case 'DeleteUser':
      return [deleteCredential(user)];
    case 'TakeSecondFactor':
      return [deleteSecondFactor(user)];
    case 'SetDisabled':
      return [updateCredential(user, { blocked: command.disabled }), ...(command.disabled ? [endSessions(user)] : [])];
    default:
      return [];
  }
}
