import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { endSessions, updateCredential } from '#contexts/credentials';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import { userStream } from '../user.stream.js';
import { UserCommands } from './user-commands.js';

/** Disables a User, whose sessions end, or enables it again (decisions.md, section 11). */
export class DisableUser extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly userID: number,
    readonly disabled: boolean,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(DisableUser)
export class DisableUserHandler implements ICommandHandler<DisableUser> {
  constructor(private readonly commands: UserCommands) {}

  async execute({ caller, userID, disabled, expectedVersions }: DisableUser): Promise<void> {
    const user = userStream.of(caller.group.id, userID);
    const beside = [updateCredential(user, { blocked: disabled }), ...(disabled ? [endSessions(user)] : [])];
    await this.commands.execute(caller, userID, { type: 'SetDisabled', userID, disabled }, { beside, expectedVersions });
  }
}
