import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertHardToGuess, endSessions, hashPassword, updateCredential } from '#contexts/credentials';
import type { Statement } from '#platform/database';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { UserChanges } from '../domain/user.decider.js';
import { UserQueries } from '../read-model/user.queries.js';
import { userStream } from '../user.stream.js';
import { UserExecutor } from './user.executor.js';

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
    private readonly commands: UserExecutor,
    private readonly users: UserQueries,
  ) {}

  async execute({ caller, userID, changes: { password, ...changes }, expectedVersions }: UpdateUser): Promise<void> {
    const { username } = changes;
    const user = userStream.of(caller.group.id, userID);
    const beside: Statement[] = username === undefined ? [] : [updateCredential(user, { username })];
    if (password !== undefined) {
      const known = { ...(await this.users.one(caller, userID)), ...changes };
      await assertHardToGuess(password, known, JSON.stringify([caller.group.id, caller.actor]));
      beside.push(updateCredential(user, { passwordHash: await hashPassword(password) }), endSessions(user));
    }
    const recorded = { ...changes, ...(password !== undefined && { password: true as const }) };
    const on = { caller, userID, expectedVersions };
    await this.commands.execute(on, () => ({ type: 'UpdateUser', userID, changes: recorded }), beside);
  }
}
