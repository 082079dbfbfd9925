import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { ItemRow } from '../read-model/item.queries.js';
import { ItemCommands } from './item-commands.js';

/** Deletes an item; its history is kept (decisions.md, section 9). */
export class DeleteItem extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(DeleteItem)
export class DeleteItemHandler implements ICommandHandler<DeleteItem> {
  constructor(private readonly commands: ItemCommands) {}

  execute(command: DeleteItem): Promise<ItemRow> {
    const { caller } = command;
    return this.commands.execute(command, () => ({ type: 'DeleteItem', caller }));
  }
}
