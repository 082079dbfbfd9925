import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BY_ITSELF, EventStore } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { requestStream } from '../request.stream.js';

/**
 * Erases the personal data of a Request (docs/adr/0015-erasure-of-personal-data.md).
 * @returns whether there was anything to erase
 */
export class EraseRequest extends Command<boolean> {
  constructor(
    readonly groupID: number,
    readonly requestID: number,
  ) {
    super();
  }
}

@CommandHandler(EraseRequest)
export class EraseRequestHandler implements ICommandHandler<EraseRequest> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  async execute({ groupID, requestID }: EraseRequest): Promise<boolean> {
    const of = requestStream.of(groupID, requestID);
    const { events } = await this.store.execute(of, { type: 'EraseRequest' }, { cause: BY_ITSELF, at: this.clock.now() });
    return events.length > 0;
  }
}
