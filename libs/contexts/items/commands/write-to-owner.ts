import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { ItemRow } from '../read-model/item.queries.js';
import { ItemCommands } from './item-commands.js';

/** Has the owner written to (decisions.md, section 12, Messages). */
export class WriteToOwner extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    /** In staff's own words; null sends the message of the status again. */
    readonly text: string | null,
    readonly expectedVersions: ExpectedVersions = null,
  ) {
    super();
  }
}

@CommandHandler(WriteToOwner)
export class WriteToOwnerHandler implements ICommandHandler<WriteToOwner> {
  constructor(private readonly commands: ItemCommands) {}

  execute(command: WriteToOwner): Promise<ItemRow> {
    const { caller, text } = command;
    return this.commands.execute(command, () => ({ type: 'WriteToOwner', caller, text }));
  }
}
