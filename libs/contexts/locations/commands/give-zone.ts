import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BY_ITSELF, EventStore } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { locationStream } from '../location.stream.js';

/** Gives a Location a time zone by the service itself, unless it has been given one. */
export class GiveZone extends Command<void> {
  constructor(
    readonly groupID: number,
    /** The number in its identifier. */
    readonly id: number,
    readonly timeZone: string,
  ) {
    super();
  }
}

@CommandHandler(GiveZone)
export class GiveZoneHandler implements ICommandHandler<GiveZone> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  async execute({ groupID, id, timeZone }: GiveZone): Promise<void> {
    const execution = { cause: BY_ITSELF, at: this.clock.now() };
    await this.store.execute(locationStream.of(groupID, id), { type: 'GiveZone', timeZone }, execution);
  }
}
