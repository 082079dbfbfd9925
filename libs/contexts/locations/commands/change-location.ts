import { ModuleRef } from '@nestjs/core';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isSubdivision } from '#contexts/reference';
import type { Statement } from '#platform/database';
import { EventStore } from '#platform/event-store';
import { type Caller, Clock } from '#platform/kernel';
import { type LocationChanges, type LocationCommand, locationDecider } from '../domain/location.decider.js';
import { LocationQueries, type LocationRow } from '../read-model/location.queries.js';
import { COUNTRY_MOVES, type CountryMoves } from './country-moves.js';

/** What is done to a Location that exists. */
export type LocationChange = { type: 'update'; changes: LocationChanges } | { type: 'deactivate' } | { type: 'reactivate' };

/** Updates, deactivates or reactivates a Location (api-v2.md, Location activity). */
export class ChangeLocation extends Command<LocationRow> {
  constructor(
    readonly caller: Caller,
    readonly locationID: string,
    readonly change: LocationChange,
    readonly expectedVersions: readonly number[] | null,
  ) {
    super();
  }
}

@CommandHandler(ChangeLocation)
export class ChangeLocationHandler implements ICommandHandler<ChangeLocation> {
  constructor(
    private readonly store: EventStore,
    private readonly locations: LocationQueries,
    private readonly clock: Clock,
    private readonly modules: ModuleRef,
  ) {}

  async execute({ caller, locationID, change, expectedVersions }: ChangeLocation): Promise<LocationRow> {
    const location = await this.locations.one(caller, locationID);
    const stream = { groupID: caller.group.id, type: 'location', id: location.id };
    const work = (beside: Statement[] = []) =>
      this.store.execute(stream, locationDecider, command(caller, change), {
        cause: caller,
        at: this.clock.now(),
        expectedVersions,
        beside,
      });
    const countryID = change.type === 'update' ? change.changes.address?.countryID : undefined;
    const moves = countryID !== undefined && countryID !== location.address.countryID;
    const outcome = moves ? await this.countryMoves().moving(caller, locationID, countryID, work) : await work();
    return (outcome.rows.get('locations')?.at(-1) as LocationRow | undefined) ?? location;
  }

  private countryMoves(): CountryMoves {
    return this.modules.get<CountryMoves>(COUNTRY_MOVES, { strict: false });
  }
}

function command(caller: Caller, change: LocationChange): LocationCommand {
  switch (change.type) {
    case 'update':
      return { type: 'UpdateLocation', caller, changes: change.changes, isState: isSubdivision };
    case 'deactivate':
      return { type: 'DeactivateLocation', caller };
    case 'reactivate':
      return { type: 'ReactivateLocation', caller };
    default:
      return change satisfies never;
  }
}
