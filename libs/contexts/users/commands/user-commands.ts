import { Injectable } from '@nestjs/common';
import { takingUsername } from '#contexts/credentials';
import type { Statement } from '#platform/database';
import { EventStore } from '#platform/event-store';
import { type Caller, Clock, type ExpectedVersions } from '#platform/kernel';
import type { ManagedCommand } from '../domain/user.decider.js';
import { userStream } from '../user.stream.js';
import { AccessFactsReader } from './access-facts.js';
import { GroupQuota } from './group-quota.js';

/** Executes commands on users, based on the access of all users at that moment. */
@Injectable()
export class UserCommands {
  constructor(
    private readonly store: EventStore,
    private readonly facts: AccessFactsReader,
    private readonly clock: Clock,
    private readonly quota: GroupQuota,
  ) {}

  /**
   * @param beside statements that change the user's credential and sessions, which are not part of events
   * @throws UsernameTaken; DomainError of the decider, `precondition_failed`, `conflict`
   */
  async execute(
    caller: Caller,
    userID: number,
    command: ManagedCommand,
    { beside = [], ...execution }: { beside?: readonly Statement[]; isNew?: boolean; expectedVersions?: ExpectedVersions },
  ): Promise<void> {
    const of = userStream.of(caller.group.id, userID);
    await this.facts.deciding(caller, async ({ manager, territory, unchanged }) => {
      if (execution.isNew) await this.quota.assertFor('users', caller.group.id);
      return takingUsername(() =>
        this.store.execute(
          of,
          { ...command, manager, territory },
          { cause: caller, at: this.clock.now(), ...execution, beside: [...beside, unchanged] },
        ),
      );
    });
  }
}
