import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertHardToGuess, endSessions, hashPassword, updateCredential } from '#contexts/credentials';
import { UserQueries } from '../read-model/user.queries.js';
import { userStream } from '../user.stream.js';
import type { OwnCaller } from './own-caller.js';
import { OwnCommands } from './own-commands.js';

/** Changes the caller's own password, and ends its other sessions (decisions.md, section 11). @throws ValidationFailed `too_weak` */
export class ChangeOwnPassword extends Command<void> {
  constructor(
    readonly caller: OwnCaller,
    readonly newPassword: string,
  ) {
    super();
  }
}

@CommandHandler(ChangeOwnPassword)
export class ChangeOwnPasswordHandler implements ICommandHandler<ChangeOwnPassword> {
  constructor(
    private readonly commands: OwnCommands,
    private readonly users: UserQueries,
  ) {}

  async execute({ caller, newPassword }: ChangeOwnPassword): Promise<void> {
    const { userID } = caller.actor;
    await assertHardToGuess(newPassword, await this.users.one(caller, userID), 'newPassword');
    const user = userStream.of(caller.group.id, userID);
    const passwordHash = await hashPassword(newPassword);
    const beside = [updateCredential(user, { passwordHash }), endSessions(user, caller.session)];
    await this.commands.execute(user, { type: 'ChangePassword' }, caller, beside);
  }
}
