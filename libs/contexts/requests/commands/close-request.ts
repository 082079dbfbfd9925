import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { RequestRow } from '../read-model/request.queries.js';
import { RequestCommands } from './request-commands.js';

/** Closes a Request: nothing was found (decisions.md, section 6). */
export class CloseRequest extends Command<RequestRow> {
  constructor(
    readonly caller: Caller,
    readonly requestID: number,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(CloseRequest)
export class CloseRequestHandler implements ICommandHandler<CloseRequest> {
  constructor(private readonly commands: RequestCommands) {}

  execute(command: CloseRequest): Promise<RequestRow> {
    const { caller } = command;
    return this.commands.execute(command, { type: 'CloseRequest', caller });
  }
}
