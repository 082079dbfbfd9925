import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#platform/kernel';
import { userStream } from '../user.stream.js';
import { RESET_LIFETIME } from './account-times.js';
import { OwnCommands } from './own-commands.js';

/** Sends a user a link to set a new password, where it has an email address and may sign in (decisions.md, section 11). */
export class ForgetPassword extends Command<void> {
  constructor(
    readonly groupID: number,
    readonly userID: number,
    readonly requestID: string,
  ) {
    super();
  }
}

@CommandHandler(ForgetPassword)
export class ForgetPasswordHandler implements ICommandHandler<ForgetPassword> {
  constructor(
    private readonly commands: OwnCommands,
    private readonly clock: Clock,
  ) {}

  async execute({ groupID, userID, requestID }: ForgetPassword): Promise<void> {
    const until = new Date(this.clock.now().getTime() + RESET_LIFETIME).toISOString();
    // Whoever asks has not shown to be the user.
    const cause = { actor: { type: 'guest' }, requestID } as const;
    await this.commands.execute(userStream.of(groupID, userID), { type: 'ForgetPassword', until }, cause);
  }
}
