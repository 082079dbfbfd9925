import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isSubdivision } from '#contexts/reference';
import { Database, type Statement } from '#platform/database';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { LocationChanges } from '../domain/location.decider.js';
import { LocationQueries, type LocationRow } from '../read-model/location.queries.js';
import { COUNTRY_MOVES, type CountryMoves } from './country-moves.js';
import { assertKnownZone } from './known-zone.js';
import { LocationExecutor } from './location.executor.js';

/** Updates a Location (api-v2.md, Location). */
export class UpdateLocation extends Command<LocationRow> {
  constructor(
    readonly caller: Caller,
    readonly locationID: string,
    readonly changes: LocationChanges,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(UpdateLocation)
export class UpdateLocationHandler implements ICommandHandler<UpdateLocation> {
  constructor(
    private readonly database: Database,
    private readonly locations: LocationQueries,
    private readonly commands: LocationExecutor,
    @Inject(COUNTRY_MOVES) private readonly countryMoves: CountryMoves,
  ) {}

  async execute(command: UpdateLocation): Promise<LocationRow> {
    const { caller, locationID, changes } = command;
    const update = (beside: readonly Statement[] = []) =>
      this.commands.execute(command, () => ({ type: 'UpdateLocation', caller, changes, isState: isSubdivision }), beside);
    await assertKnownZone(this.database, changes.timeZone ?? null);
    const countryID = changes.address?.countryID;
    const moves = countryID !== undefined && countryID !== (await this.locations.one(caller, locationID)).address.countryID;
    return moves ? this.countryMoves.moving(caller, locationID, countryID, update) : update();
  }
}
