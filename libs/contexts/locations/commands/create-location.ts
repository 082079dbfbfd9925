import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import { GroupLimits, isBelow } from '#contexts/groups';
import { isSubdivision } from '#contexts/reference';
import { Database, type Statement, tables, takeTurn } from '#platform/database';
import { assertion, EventStore, FactsChanged } from '#platform/event-store';
import { type Caller, Clock, LimitReached } from '#platform/kernel';
import { locationDecider } from '../domain/location.decider.js';
import type { NewLocation } from '../domain/location.events.js';
import { locationStream } from '../location.stream.js';
import type { LocationRow } from '../read-model/location.queries.js';
import { assertKnownZone } from './known-zone.js';

/** A Location to create; the service assigns its identifier. */
export type NewLocationDetails = Omit<NewLocation, 'locationID'>;

/** Creates a Location; it has no Users until they are assigned (api-v2.md, Location). */
export class CreateLocation extends Command<LocationRow> {
  constructor(
    readonly caller: Caller,
    readonly location: NewLocationDetails,
  ) {
    super();
  }
}

@CommandHandler(CreateLocation)
export class CreateLocationHandler implements ICommandHandler<CreateLocation> {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly limits: GroupLimits,
  ) {}

  async execute({ caller, location }: CreateLocation): Promise<LocationRow> {
    const command = (locationID: string) =>
      ({ type: 'CreateLocation', location: { ...location, locationID }, isState: isSubdivision }) as const;
    // A refused command must not use up a number: they count from 1 within the Group (decisions.md, section 2).
    locationDecider.decide(command(''), locationDecider.initialState);
    const { group } = caller;
    await Promise.all([this.assertRoom(group.id), assertKnownZone(this.database, location.timeZone)]);
    const { number } = (await this.database.queryOne(locationStream.draw(group.id)))!;
    const execution = { cause: caller, at: this.clock.now(), isNew: true, beside: this.withRoom(group.id) };
    try {
      const { row } = await this.store.execute(
        locationStream.of(group.id, number),
        command(`${group.code}:${number}`),
        execution,
      );
      return row!;
    } catch (error) {
      if (error instanceof FactsChanged) throw new LimitReached('Locations', this.limits.locations);
      throw error;
    }
  }

  /** @throws LimitReached */
  private async assertRoom(groupID: number): Promise<void> {
    const { room } = (await this.database.queryOne(tables<never>().selectNoFrom(this.hasRoom(groupID).as('room'))))!;
    if (!room) throw new LimitReached('Locations', this.limits.locations);
  }

  /** The statements that fail, as for a fact that has changed, when others have taken the last room meanwhile. */
  private withRoom(groupID: number): Statement[] {
    return [takeTurn({ name: `${groupID}/new location` }), assertion(this.hasRoom(groupID))];
  }

  private hasRoom(groupID: number): RawBuilder<boolean> {
    return isBelow(this.limits.locations, sql`select count(*) from locations where group_id = ${groupID}::int`);
  }
}
