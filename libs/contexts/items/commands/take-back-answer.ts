import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { ItemRow } from '../read-model/item.queries.js';
import { ItemCommands } from './item-commands.js';

/** The owner takes back that the item may stay, within a day (decisions.md, section 12). */
export class TakeBackAnswer extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly expectedVersions: ExpectedVersions = null,
  ) {
    super();
  }
}

@CommandHandler(TakeBackAnswer)
export class TakeBackAnswerHandler implements ICommandHandler<TakeBackAnswer> {
  constructor(private readonly commands: ItemCommands) {}

  execute(command: TakeBackAnswer): Promise<ItemRow> {
    return this.commands.execute(command, (at) => ({ type: 'TakeBackAnswer', caller: command.caller, at }));
  }
}
