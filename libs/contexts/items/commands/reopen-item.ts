import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { ItemRow } from '../read-model/item.queries.js';
import { ItemCommands } from './item-commands.js';

/** Takes an item up again that was closed, or whose owner said that it is not theirs (decisions.md, section 12). */
export class ReopenItem extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly reason: string,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(ReopenItem)
export class ReopenItemHandler implements ICommandHandler<ReopenItem> {
  constructor(private readonly commands: ItemCommands) {}

  execute(command: ReopenItem): Promise<ItemRow> {
    const { caller, reason } = command;
    return this.commands.execute(command, (at) => ({ type: 'ReopenItem', caller, reason, at }));
  }
}
