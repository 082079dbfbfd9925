import { Injectable } from '@nestjs/common';
import type { Statement } from '#platform/database';
import { type Cause, EventStore, type StreamID } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import type { OwnCommand } from '../domain/user.account.js';
import { userStream } from '../user.stream.js';

/** Executes what users do with their own account, whatever their role. */
@Injectable()
export class OwnCommands {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /**
   * @param beside statements that change the user's credential and sessions, which are not part of events
   * @throws DomainError of the decider, `conflict`
   */
  async execute(user: StreamID, command: OwnCommand, cause: Cause, beside: readonly Statement[] = []): Promise<void> {
    await this.store.execute(userStream.of(user.groupID, user.id), command, { cause, at: this.clock.now(), beside });
  }
}
