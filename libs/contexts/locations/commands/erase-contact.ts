import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BY_ITSELF, EventStore } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { locationStream } from '../location.stream.js';

/**
 * Erases a contact person of a Location, with what its history says of contact details (docs/adr/0015-erasure-of-personal-data.md).
 * @returns whether there was anything to erase
 */
export class EraseContact extends Command<boolean> {
  /** @param email the address to erase; everything that the contact details say when null */
  constructor(
    readonly groupID: number,
    /** The number in its identifier. */
    readonly id: number,
    readonly email: string | null,
  ) {
    super();
  }
}

@CommandHandler(EraseContact)
export class EraseContactHandler implements ICommandHandler<EraseContact> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  async execute({ groupID, id, email }: EraseContact): Promise<boolean> {
    const execution = { cause: BY_ITSELF, at: this.clock.now() };
    const { events } = await this.store.execute(locationStream.of(groupID, id), { type: 'EraseContact', email }, execution);
    return events.length > 0;
  }
}
