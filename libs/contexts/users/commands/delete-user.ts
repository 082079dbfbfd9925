import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { deleteCredential } from '#contexts/credentials';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import { userStream } from '../user.stream.js';
import { UserCommands } from './user-commands.js';

/** Deletes a User with its access, tokens and sessions; the username can be used again (api-v2.md, Users). */
export class DeleteUser extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly userID: number,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(DeleteUser)
export class DeleteUserHandler implements ICommandHandler<DeleteUser> {
  constructor(private readonly commands: UserCommands) {}

  async execute({ caller, userID, expectedVersions }: DeleteUser): Promise<void> {
    const beside = [deleteCredential(userStream.of(caller.group.id, userID))];
    await this.commands.execute(caller, userID, { type: 'DeleteUser', userID }, { beside, expectedVersions });
  }
}
