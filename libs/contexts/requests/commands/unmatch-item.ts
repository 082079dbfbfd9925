import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/kernel';
import type { RequestRow } from '../read-model/request.queries.js';
import { RequestCommands } from './request-commands.js';

/** Removes the match of a Request (decisions.md, section 6). */
export class UnmatchItem extends Command<RequestRow> {
  constructor(
    readonly caller: Caller,
    readonly requestID: number,
  ) {
    super();
  }
}

@CommandHandler(UnmatchItem)
export class UnmatchItemHandler implements ICommandHandler<UnmatchItem> {
  constructor(private readonly commands: RequestCommands) {}

  execute(command: UnmatchItem): Promise<RequestRow> {
    const { caller } = command;
    return this.commands.execute(command, { type: 'UnmatchItem', caller });
  }
}
