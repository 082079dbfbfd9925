import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { RequestRow } from '../read-model/request.queries.js';
import { RequestCommands } from './request-commands.js';

/** Records the guest's answer (decisions.md, section 9). */
export class GiveDetails extends Command<RequestRow> {
  constructor(
    readonly caller: Caller,
    readonly requestID: number,
    readonly answer: string,
    readonly expectedVersions: ExpectedVersions = null,
  ) {
    super();
  }
}

@CommandHandler(GiveDetails)
export class GiveDetailsHandler implements ICommandHandler<GiveDetails> {
  constructor(private readonly commands: RequestCommands) {}

  execute(command: GiveDetails): Promise<RequestRow> {
    const { caller, answer } = command;
    return this.commands.execute(command, { type: 'GiveDetails', caller, answer });
  }
}
