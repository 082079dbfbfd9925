import { Injectable } from '@nestjs/common';
import type { Statement } from '#platform/database';
import { EventStore } from '#platform/event-store';
import { type Caller, Clock, type ExpectedVersions } from '#platform/kernel';
import type { LocationCommand } from '../domain/location.decider.js';
import { locationStream } from '../location.stream.js';
import { LocationQueries, type LocationRow } from '../read-model/location.queries.js';

/** Executes commands on existing Locations. */
@Injectable()
export class LocationExecutor {
  constructor(
    private readonly store: EventStore,
    private readonly locations: LocationQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound when the caller has no access to it; DomainError of the decider, `precondition_failed` */
  async execute(
    { caller, locationID, expectedVersions }: { caller: Caller; locationID: string; expectedVersions: ExpectedVersions },
    command: (at: string) => LocationCommand,
    beside: readonly Statement[] = [],
  ): Promise<LocationRow> {
    const location = await this.locations.one(caller, locationID);
    const at = this.clock.now();
    const of = locationStream.of(caller.group.id, location.id);
    const execution = { cause: caller, at, expectedVersions, beside };
    const { row } = await this.store.execute(of, command(at.toISOString()), execution);
    return row ?? location;
  }
}
