import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { RequestRow } from '../read-model/request.queries.js';
import { RequestCommands } from './request-commands.js';

/** Deletes a Request; its history is kept (decisions.md, section 9). */
export class DeleteRequest extends Command<RequestRow> {
  constructor(
    readonly caller: Caller,
    readonly requestID: number,
    readonly expectedVersions: ExpectedVersions = null,
  ) {
    super();
  }
}

@CommandHandler(DeleteRequest)
export class DeleteRequestHandler implements ICommandHandler<DeleteRequest> {
  constructor(private readonly commands: RequestCommands) {}

  execute(command: DeleteRequest): Promise<RequestRow> {
    const { caller } = command;
    return this.commands.execute(command, { type: 'DeleteRequest', caller });
  }
}
