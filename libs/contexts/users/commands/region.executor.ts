import { Injectable } from '@nestjs/common';
import { Database, tables } from '#platform/database';
import { EventStore } from '#platform/event-store';
import { type Caller, Clock, type ExpectedVersions } from '#platform/kernel';
import type { RegionChange } from '../domain/region.decider.js';
import { isOnlyAccess } from '../read-model/access.sql.js';
import { regionStream } from '../region.stream.js';
import { AccessFactsReader } from './access-facts.js';

/** The Region that a command is about. */
interface OnRegion {
  caller: Caller;
  regionID: number;
  isNew?: boolean;
  expectedVersions?: ExpectedVersions;
}

/** Executes commands on Regions, based on the access of all users at that moment. */
@Injectable()
export class RegionExecutor {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly facts: AccessFactsReader,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError of the decider, `precondition_failed`, `conflict` */
  async execute({ caller, regionID, ...expected }: OnRegion, command: (at: string) => RegionChange): Promise<void> {
    const { group } = caller;
    await this.facts.deciding(caller, async ({ territory, unchanged }) => {
      if (expected.isNew) await this.facts.assertRoom('regions', group.id);
      const locationIDs = new Set(territory.locations.map(({ locationID }) => locationID));
      const isOnlyAccessOfAUser = !expected.isNew && (await this.isOnlyAccessOfAUser(group.id, regionID));
      const at = this.clock.now();
      const execution = { cause: caller, at, ...expected, beside: [unchanged] };
      await this.store.execute(
        regionStream.of(group.id, regionID),
        { ...command(at.toISOString()), locationIDs, isOnlyAccessOfAUser },
        execution,
      );
    });
  }

  private async isOnlyAccessOfAUser(groupID: number, regionID: number): Promise<boolean> {
    return (await this.database.queryOne(tables<never>().selectNoFrom(isOnlyAccess(groupID, regionID).as('has'))))!.has;
  }
}
