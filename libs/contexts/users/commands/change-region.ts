import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Database, drawNumber, tables } from '#platform/database';
import { EventStore } from '#platform/event-store';
import { type Caller, Clock } from '#platform/kernel';
import { type RegionCommand, regionDecider } from '../domain/region.decider.js';
import type { RegionDetails } from '../domain/region.events.js';
import { hasDependants } from '../read-model/access.sql.js';
import { AccessFactsReader } from './access-facts.js';

/** What is done with Regions. */
export type RegionChange =
  | { type: 'create'; region: RegionDetails }
  | { type: 'update'; regionID: number; changes: Partial<RegionDetails> }
  | { type: 'delete'; regionID: number };

/** Creates, updates or deletes a Region (decisions.md, section 9). @returns the Region's identifier */
export class ChangeRegion extends Command<number> {
  constructor(
    readonly caller: Caller,
    readonly change: RegionChange,
    readonly expectedVersions: readonly number[] | null = null,
  ) {
    super();
  }
}

@CommandHandler(ChangeRegion)
export class ChangeRegionHandler implements ICommandHandler<ChangeRegion> {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly facts: AccessFactsReader,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, change, expectedVersions }: ChangeRegion): Promise<number> {
    const isNew = change.type === 'create';
    const id = isNew ? await drawNumber(this.database, caller.group.id, 'region') : change.regionID;
    await this.facts.deciding(caller, async ({ territory, unchanged }) => {
      const locationIDs = new Set(territory.locations.map(({ locationID }) => locationID));
      const isSomeonesOnlyAccess = !isNew && (await this.isSomeonesOnlyAccess(caller, id));
      const command = commandOf(change, locationIDs, isSomeonesOnlyAccess);
      return this.store.execute({ groupID: caller.group.id, type: 'region', id }, regionDecider, command, {
        cause: caller,
        at: this.clock.now(),
        expectedVersions,
        isNew,
        beside: [unchanged],
      });
    });
    return id;
  }

  private async isSomeonesOnlyAccess({ group }: Caller, regionID: number): Promise<boolean> {
    return (await this.database.queryOne(tables<never>().selectNoFrom(hasDependants(group.id, regionID).as('has'))))!.has;
  }
}

function commandOf(change: RegionChange, locationIDs: ReadonlySet<string>, isSomeonesOnlyAccess: boolean): RegionCommand {
  switch (change.type) {
    case 'create':
      return { type: 'CreateRegion', region: change.region, locationIDs };
    case 'update':
      return { type: 'UpdateRegion', changes: change.changes, locationIDs, isSomeonesOnlyAccess };
    case 'delete':
      return { type: 'DeleteRegion', isSomeonesOnlyAccess };
    default:
      return change satisfies never;
  }
}
