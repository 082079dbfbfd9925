import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { LocationAccess } from '../domain/location-access.js';
import { UserCommands } from './user-commands.js';

/** Adds access to a User (api-v2.md, Users, 2). */
export class GiveAccess extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly userID: number,
    readonly access: LocationAccess,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(GiveAccess)
export class GiveAccessHandler implements ICommandHandler<GiveAccess> {
  constructor(private readonly commands: UserCommands) {}

  async execute({ caller, userID, access, expectedVersions }: GiveAccess): Promise<void> {
    await this.commands.execute(caller, userID, { type: 'GiveAccess', userID, access }, { expectedVersions });
  }
}
