import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { LocationRow } from '../read-model/location.queries.js';
import { LocationCommands } from './location-commands.js';

/** Deactivates a Location: all Users lose access to it until it is reactivated (api-v2.md, Location activity). */
export class DeactivateLocation extends Command<LocationRow> {
  constructor(
    readonly caller: Caller,
    readonly locationID: string,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(DeactivateLocation)
export class DeactivateLocationHandler implements ICommandHandler<DeactivateLocation> {
  constructor(private readonly commands: LocationCommands) {}

  execute(command: DeactivateLocation): Promise<LocationRow> {
    return this.commands.execute(command, { type: 'DeactivateLocation', caller: command.caller });
  }
}
