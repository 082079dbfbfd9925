import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Caller, Clock } from '#platform/kernel';
import { INVITATION_LIFETIME } from './account-times.js';
import { UserCommands } from './user-commands.js';

/** Sends a new invitation, which ends the one before (decisions.md, section 11). */
export class InviteAgain extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly userID: number,
  ) {
    super();
  }
}

@CommandHandler(InviteAgain)
export class InviteAgainHandler implements ICommandHandler<InviteAgain> {
  constructor(
    private readonly commands: UserCommands,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, userID }: InviteAgain): Promise<void> {
    const until = new Date(this.clock.now().getTime() + INVITATION_LIFETIME).toISOString();
    await this.commands.execute(caller, userID, { type: 'InviteAgain', userID, until }, {});
  }
}
