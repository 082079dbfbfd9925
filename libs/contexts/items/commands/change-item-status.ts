import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { StaffStatus } from '../domain/item.decider.js';
import type { ItemRow } from '../read-model/item.queries.js';
import { ItemCommands } from './item-commands.js';

/** Sets an item left behind or finished (api-v2.md, Item status). */
export class ChangeItemStatus extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly status: StaffStatus,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(ChangeItemStatus)
export class ChangeItemStatusHandler implements ICommandHandler<ChangeItemStatus> {
  constructor(private readonly commands: ItemCommands) {}

  execute(command: ChangeItemStatus): Promise<ItemRow> {
    const { caller, status } = command;
    return this.commands.execute(command, () => ({ type: 'ChangeItemStatus', caller, status }));
  }
}
