import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { LocationShipping } from '../domain/shipping-rates.js';
import type { LocationRow } from '../read-model/location.queries.js';
import { LocationCommands } from './location-commands.js';

/** Says at which rates a Location ships, and who pays (decisions.md, section 12). */
export class ChangeShipping extends Command<LocationRow> {
  constructor(
    readonly caller: Caller,
    readonly locationID: string,
    readonly shipping: LocationShipping,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(ChangeShipping)
export class ChangeShippingHandler implements ICommandHandler<ChangeShipping> {
  constructor(private readonly commands: LocationCommands) {}

  execute(command: ChangeShipping): Promise<LocationRow> {
    const { caller, shipping } = command;
    return this.commands.execute(command, { type: 'ChangeShipping', caller, shipping });
  }
}
