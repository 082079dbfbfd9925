import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { LocationRow } from '../read-model/location.queries.js';
import { LocationCommands } from './location-commands.js';

/** Reactivates a Location: Users regain the access they had (api-v2.md, Location activity). */
export class ReactivateLocation extends Command<LocationRow> {
  constructor(
    readonly caller: Caller,
    readonly locationID: string,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(ReactivateLocation)
export class ReactivateLocationHandler implements ICommandHandler<ReactivateLocation> {
  constructor(private readonly commands: LocationCommands) {}

  execute(command: ReactivateLocation): Promise<LocationRow> {
    return this.commands.execute(command, { type: 'ReactivateLocation', caller: command.caller });
  }
}
