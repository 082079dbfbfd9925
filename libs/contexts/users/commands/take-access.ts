import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { LocationAccess } from '../domain/location-access.js';
import { UserCommands } from './user-commands.js';

/** Removes access from a User, which must keep at least one Location (api-v2.md, Users, 3). */
export class TakeAccess extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly userID: number,
    readonly access: LocationAccess,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(TakeAccess)
export class TakeAccessHandler implements ICommandHandler<TakeAccess> {
  constructor(private readonly commands: UserCommands) {}

  async execute({ caller, userID, access, expectedVersions }: TakeAccess): Promise<void> {
    await this.commands.execute(caller, userID, { type: 'TakeAccess', userID, access }, { expectedVersions });
  }
}
