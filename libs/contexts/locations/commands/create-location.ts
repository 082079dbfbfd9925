import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isSubdivision } from '#contexts/reference';
import { Database } from '#platform/database';
import { EventStore } from '#platform/event-store';
import { type Caller, Clock } from '#platform/kernel';
import { locationDecider } from '../domain/location.decider.js';
import type { LocationCreated } from '../domain/location.events.js';
import { locationStream } from '../location.stream.js';
import type { LocationRow } from '../read-model/location.queries.js';

/** A Location to create; the service assigns its identifier. */
export type NewLocationDetails = Omit<LocationCreated['data'], 'locationID'>;

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
  ) {}

  async execute({ caller, location }: CreateLocation): Promise<LocationRow> {
    const command = (locationID: string) =>
      ({ type: 'CreateLocation', location: { ...location, locationID }, isState: isSubdivision }) as const;
    // A refused command must not use up a number: they count from 1 within the Group (decisions.md, section 2).
    locationDecider.decide(command(''), locationDecider.initialState);
    const { group } = caller;
    const { number } = (await this.database.queryOne(locationStream.draw(group.id)))!;
    const execution = { cause: caller, at: this.clock.now(), isNew: true };
    const { row } = await this.store.execute(locationStream.of(group.id, number), command(`${group.code}:${number}`), execution);
    return row!;
  }
}
