import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Cause, EventStore } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { locationStream } from '../location.stream.js';
import { LocationQueries } from '../read-model/location.queries.js';

/** Leaves Locations without a carrier that is theirs no more (decisions.md, section 14, Connections). */
export class DropCarrier extends Command<void> {
  constructor(
    readonly groupID: number,
    readonly carrierID: number,
    /** The Locations that keep it. */
    readonly kept: readonly string[],
    readonly cause: Cause,
  ) {
    super();
  }
}

@CommandHandler(DropCarrier)
export class DropCarrierHandler implements ICommandHandler<DropCarrier> {
  constructor(
    private readonly store: EventStore,
    private readonly locations: LocationQueries,
    private readonly clock: Clock,
  ) {}

  async execute({ groupID, carrierID, kept, cause }: DropCarrier): Promise<void> {
    const execution = { cause, at: this.clock.now() };
    for (const id of await this.locations.withCarrier(groupID, carrierID, kept)) {
      await this.store.execute(locationStream.of(groupID, id), { type: 'DropCarrier', carrierID }, execution);
    }
  }
}
