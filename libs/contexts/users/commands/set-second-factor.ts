import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { deleteSecondFactor, enableSecondFactor } from '#contexts/credentials';
import { userStream } from '../user.stream.js';
import type { OwnCaller } from './own-caller.js';
import { OwnCommands } from './own-commands.js';

/** Switches the caller's second factor on, with its recovery codes, or off; the code was checked before (decisions.md, section 11). */
export class SetSecondFactor extends Command<void> {
  /** @param recoveryCodes null switches it off */
  constructor(
    readonly caller: OwnCaller,
    readonly recoveryCodes: readonly string[] | null,
  ) {
    super();
  }
}

@CommandHandler(SetSecondFactor)
export class SetSecondFactorHandler implements ICommandHandler<SetSecondFactor> {
  constructor(private readonly commands: OwnCommands) {}

  async execute({ caller, recoveryCodes }: SetSecondFactor): Promise<void> {
    const user = userStream.of(caller.group.id, caller.actor.userID);
    const on = recoveryCodes !== null;
    const beside = on ? enableSecondFactor(user, recoveryCodes) : [deleteSecondFactor(user)];
    await this.commands.execute(user, { type: 'SetSecondFactor', on }, caller, beside);
  }
}
