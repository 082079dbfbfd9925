import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { RegionDetails } from '../domain/region.events.js';
import { RegionCommands } from './region-commands.js';

/** Updates a Region (decisions.md, section 9). */
export class UpdateRegion extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly regionID: number,
    readonly changes: Partial<RegionDetails>,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(UpdateRegion)
export class UpdateRegionHandler implements ICommandHandler<UpdateRegion> {
  constructor(private readonly commands: RegionCommands) {}

  async execute({ caller, regionID, changes, expectedVersions }: UpdateRegion): Promise<void> {
    await this.commands.execute(caller, regionID, (facts) => ({ type: 'UpdateRegion', changes, ...facts }), { expectedVersions });
  }
}
