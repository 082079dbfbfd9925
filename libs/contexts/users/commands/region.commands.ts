import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Database } from '#platform/database';
import { handlersBy } from '#platform/event-store';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { RegionDetails } from '../domain/region.events.js';
import { regionStream } from '../region.stream.js';
import { RegionExecutor } from './region.executor.js';

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
class CreateRegionHandler implements ICommandHandler<CreateRegion> {
  constructor(
    private readonly database: Database,
    private readonly commands: RegionExecutor,
  ) {}

  async execute({ caller, region }: CreateRegion): Promise<number> {
    const { number } = (await this.database.queryOne(regionStream.draw(caller.group.id)))!;
    await this.commands.execute({ caller, regionID: number, isNew: true }, () => ({ type: 'CreateRegion', region }));
    return number;
  }
}

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

const handles = handlersBy(RegionExecutor);

export const REGION_COMMANDS = [
  CreateRegionHandler,
  handles(UpdateRegion, ({ changes }) => ({ type: 'UpdateRegion', changes })),
  handles(DeleteRegion, () => ({ type: 'DeleteRegion' })),
];
