import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import { RegionCommands } from './region-commands.js';

/** Deletes a Region, unless a user would be left with no Location (decisions.md, sections 3 and 9). */
export class DeleteRegion extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly regionID: number,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(DeleteRegion)
export class DeleteRegionHandler implements ICommandHandler<DeleteRegion> {
  constructor(private readonly commands: RegionCommands) {}

  async execute({ caller, regionID, expectedVersions }: DeleteRegion): Promise<void> {
    await this.commands.execute(caller, regionID, ({ isOnlyAccessOfAUser }) => ({ type: 'DeleteRegion', isOnlyAccessOfAUser }), {
      expectedVersions,
    });
  }
}
