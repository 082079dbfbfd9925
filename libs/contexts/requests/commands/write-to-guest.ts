import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Caller, DomainError } from '#platform/kernel';
import { RequestQueries, type RequestRow } from '../read-model/request.queries.js';
import { RequestExecutor } from './request.executor.js';

/** Has the guest written to (decisions.md, section 12, Messages). */
export class WriteToGuest extends Command<RequestRow> {
  constructor(
    readonly caller: Caller,
    readonly requestID: number,
    /** In staff's own words; null sends the message of the status again. */
    readonly text: string | null,
  ) {
    super();
  }
}

@CommandHandler(WriteToGuest)
export class WriteToGuestHandler implements ICommandHandler<WriteToGuest> {
  constructor(
    private readonly requests: RequestQueries,
    private readonly commands: RequestExecutor,
  ) {}

  async execute(command: WriteToGuest): Promise<RequestRow> {
    const { caller, requestID, text } = command;
    const { owner } = await this.requests.one(caller, requestID);
    if (owner.email === null && owner.phoneNumber === null) {
      throw new DomainError('conflict', 'conflict', 'No contact of the guest is known.');
    }
    return this.commands.execute(command, () => ({ type: 'WriteToGuest', caller, text }));
  }
}
