import { Injectable } from '@nestjs/common';
import { Audit } from '#platform/audit';
import { Database, tables } from '#platform/database';
import { EventStore, type Outcome } from '#platform/event-store';
import { type Caller, Clock, type ExpectedVersions } from '#platform/kernel';
import type { RegionChange, RegionState } from '../domain/region.decider.js';
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
    private readonly audit: Audit,
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
      const region = regionStream.of(group.id, regionID);
      const asked = { ...command(at.toISOString()), locationIDs, isOnlyAccessOfAUser };
      if (expected.isNew) await this.store.execute(region, asked, execution);
      else await this.database.inTransaction(async () => this.tell(caller, await this.store.execute(region, asked, execution)));
    });
  }

  /** Tells of the access that a Region's change gives to those who have it, and takes from them. A new one is nobody's yet. */
  private async tell(caller: Caller, { before, state, events }: Outcome<RegionState, unknown>): Promise<void> {
    if (events.length === 0) return;
    const [had, has] = [locationsOf(before), locationsOf(state)];
    const target = { kind: 'region', ID: events[0]!.stream.id } as const;
    const changes = [
      { action: 'access.granted', locationIDs: has.filter((locationID) => !had.includes(locationID)) },
      { action: 'access.taken', locationIDs: had.filter((locationID) => !has.includes(locationID)) },
    ] as const;
    for (const { action, locationIDs } of changes) {
      if (locationIDs.length === 0) continue;
      await this.audit.tell({ groupID: caller.group.id, action, by: caller, target, details: { locationIDs } });
    }
  }

  private async isOnlyAccessOfAUser(groupID: number, regionID: number): Promise<boolean> {
    return (await this.database.queryOne(tables<never>().selectNoFrom(isOnlyAccess(groupID, regionID).as('has'))))!.has;
  }
}

function locationsOf(state: RegionState): readonly string[] {
  return state.status === 'present' ? state.details.locationIDs : [];
}
