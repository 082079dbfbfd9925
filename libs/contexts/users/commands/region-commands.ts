import { Injectable } from '@nestjs/common';
import { Database, tables } from '#platform/database';
import { EventStore } from '#platform/event-store';
import { type Caller, Clock, type ExpectedVersions } from '#platform/kernel';
import type { RegionCommand } from '../domain/region.decider.js';
import { isOnlyAccess } from '../read-model/access.sql.js';
import { regionStream } from '../region.stream.js';
import { AccessFactsReader } from './access-facts.js';
import { GroupQuota } from './group-quota.js';

/** The facts that decisions about a Region are based on. */
interface RegionFacts {
  /** All Locations of the Group. */
  locationIDs: ReadonlySet<string>;
  isOnlyAccessOfAUser: boolean;
}

/** Executes commands on Regions, based on the access of all users at that moment. */
@Injectable()
export class RegionCommands {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly facts: AccessFactsReader,
    private readonly clock: Clock,
    private readonly quota: GroupQuota,
  ) {}

  /** @throws DomainError of the decider, `precondition_failed`, `conflict` */
  async execute(
    caller: Caller,
    regionID: number,
    command: (facts: RegionFacts) => RegionCommand,
    execution: { isNew?: boolean; expectedVersions?: ExpectedVersions },
  ): Promise<void> {
    await this.facts.deciding(caller, async ({ territory, unchanged }) => {
      if (execution.isNew) await this.quota.assertFor('regions', caller.group.id);
      const locationIDs = new Set(territory.locations.map(({ locationID }) => locationID));
      const isOnlyAccessOfAUser = !execution.isNew && (await this.isOnlyAccessOfAUser(caller, regionID));
      await this.store.execute(regionStream.of(caller.group.id, regionID), command({ locationIDs, isOnlyAccessOfAUser }), {
        cause: caller,
        at: this.clock.now(),
        ...execution,
        beside: [unchanged],
      });
    });
  }

  private async isOnlyAccessOfAUser({ group }: Caller, regionID: number): Promise<boolean> {
    return (await this.database.queryOne(tables<never>().selectNoFrom(isOnlyAccess(group.id, regionID).as('has'))))!.has;
  }
}
