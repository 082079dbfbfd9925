import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { userStream } from '../user.stream.js';
import type { OwnCaller } from './own-caller.js';
import { OwnCommands } from './own-commands.js';

/** Changes the caller's own email address (decisions.md, section 11). */
export class ChangeOwnEmail extends Command<void> {
  constructor(
    readonly caller: OwnCaller,
    readonly email: string | null,
  ) {
    super();
  }
}

@CommandHandler(ChangeOwnEmail)
export class ChangeOwnEmailHandler implements ICommandHandler<ChangeOwnEmail> {
  constructor(private readonly commands: OwnCommands) {}

  async execute({ caller, email }: ChangeOwnEmail): Promise<void> {
    await this.commands.execute(userStream.of(caller.group.id, caller.actor.userID), { type: 'ChangeEmail', email }, caller);
  }
}
