import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertHardToGuess, endSessions, hashPassword, updateCredential } from '#contexts/credentials';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { UserChanges } from '../domain/user.decider.js';
import { UserQueries } from '../read-model/user.queries.js';
import { userStream } from '../user.stream.js';
import { UserCommands } from './user-commands.js';

/** Updates a User (api-v2.md, Users). A new password ends the sessions that the old one opened. */
export class UpdateUser extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly userID: number,
    readonly changes: Omit<UserChanges, 'password'> & { password?: string },
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(UpdateUser)
export class UpdateUserHandler implements ICommandHandler<UpdateUser> {
  constructor(
    private readonly commands: UserCommands,
    private readonly users: UserQueries,
  ) {}

  async execute({ caller, userID, changes: { password, ...changes }, expectedVersions }: UpdateUser): Promise<void> {
    const { username } = changes;
    if (password !== undefined) await assertHardToGuess(password, { ...(await this.users.one(caller, userID)), ...changes });
    const user = userStream.of(caller.group.id, userID);
    const passwordHash = password === undefined ? undefined : await hashPassword(password);
    const beside = [
      ...(username === undefined && passwordHash === undefined ? [] : [updateCredential(user, { username, passwordHash })]),
      ...(passwordHash === undefined ? [] : [endSessions(user)]),
    ];
    const recorded = { ...changes, ...(password !== undefined && { password: true as const }) };
    await this.commands.execute(caller, userID, { type: 'UpdateUser', userID, changes: recorded }, { beside, expectedVersions });
  }
}
