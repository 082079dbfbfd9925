import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { deleteSecondFactor } from '#contexts/credentials';
import type { Caller } from '#platform/kernel';
import { userStream } from '../user.stream.js';
import { UserCommands } from './user-commands.js';

/** Removes another user's second factor, for who has lost the telephone (decisions.md, section 11). */
export class TakeSecondFactor extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly userID: number,
  ) {
    super();
  }
}

@CommandHandler(TakeSecondFactor)
export class TakeSecondFactorHandler implements ICommandHandler<TakeSecondFactor> {
  constructor(private readonly commands: UserCommands) {}

  async execute({ caller, userID }: TakeSecondFactor): Promise<void> {
    const beside = [deleteSecondFactor(userStream.of(caller.group.id, userID))];
    await this.commands.execute(caller, userID, { type: 'TakeSecondFactor', userID }, { beside });
  }
}
