import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Database } from '#platform/database';
import type { Caller } from '#platform/kernel';
import type { RegionDetails } from '../domain/region.events.js';
import { regionStream } from '../region.stream.js';
import { RegionCommands } from './region-commands.js';

/** Creates a Region (decisions.md, section 9). @returns its identifier */
export class CreateRegion extends Command<number> {
  constructor(
    readonly caller: Caller,
    readonly region: RegionDetails,
  ) {
    super();
  }
}

@CommandHandler(CreateRegion)
export class CreateRegionHandler implements ICommandHandler<CreateRegion> {
  constructor(
    private readonly database: Database,
    private readonly commands: RegionCommands,
  ) {}

  async execute({ caller, region }: CreateRegion): Promise<number> {
    const { number } = (await this.database.queryOne(regionStream.draw(caller.group.id)))!;
    await this.commands.execute(caller, number, ({ locationIDs }) => ({ type: 'CreateRegion', region, locationIDs }), {
      isNew: true,
    });
    return number;
  }
}
