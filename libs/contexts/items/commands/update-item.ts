import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isSubdivision } from '#contexts/reference';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { ItemChanges } from '../domain/item.decider.js';
import type { ItemRow } from '../read-model/item.queries.js';
import { ItemCommands } from './item-commands.js';

/** Updates an item (api-v2.md, Items). */
export class UpdateItem extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly changes: ItemChanges,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(UpdateItem)
export class UpdateItemHandler implements ICommandHandler<UpdateItem> {
  constructor(private readonly commands: ItemCommands) {}

  execute(command: UpdateItem): Promise<ItemRow> {
    const { caller, changes } = command;
    return this.commands.execute(command, (at) => ({ type: 'UpdateItem', caller, changes, isState: isSubdivision, at }));
  }
}
