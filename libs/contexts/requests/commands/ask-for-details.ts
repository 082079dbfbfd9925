import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { RequestRow } from '../read-model/request.queries.js';
import { RequestCommands } from './request-commands.js';

/** Asks the guest for details (decisions.md, section 9). */
export class AskForDetails extends Command<RequestRow> {
  constructor(
    readonly caller: Caller,
    readonly requestID: number,
    readonly question: string,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(AskForDetails)
export class AskForDetailsHandler implements ICommandHandler<AskForDetails> {
  constructor(private readonly commands: RequestCommands) {}

  execute(command: AskForDetails): Promise<RequestRow> {
    const { caller, question } = command;
    return this.commands.execute(command, { type: 'AskForDetails', caller, question });
  }
}
