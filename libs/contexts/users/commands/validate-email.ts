import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { userStream } from '../user.stream.js';
import { OwnCommands } from './own-commands.js';

/** Records that the identity provider has verified a User's email (decisions.md, section 5); it accepts an invitation. */
export class ValidateEmail extends Command<void> {
  constructor(
    readonly groupID: number,
    readonly userID: number,
    readonly email: string,
  ) {
    super();
  }
}

@CommandHandler(ValidateEmail)
export class ValidateEmailHandler implements ICommandHandler<ValidateEmail> {
  constructor(private readonly commands: OwnCommands) {}

  async execute({ groupID, userID, email }: ValidateEmail): Promise<void> {
    const cause = { actor: { type: 'user', userID }, requestID: null } as const;
    await this.commands.execute(userStream.of(groupID, userID), { type: 'ValidateEmail', email }, cause);
  }
}
