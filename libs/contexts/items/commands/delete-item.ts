import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Database } from '#platform/database';
import type { ItemRow } from '../read-model/item.queries.js';
import { ItemExecutor, OnItem } from './item.executor.js';
import { ITEM_MATCHES, type ItemMatches } from './item-matches.js';

/** Deletes an item; its history is kept (decisions.md, section 9), and a Request matched to it opens again (section 12). */
export class DeleteItem extends OnItem {}

@CommandHandler(DeleteItem)
export class DeleteItemHandler implements ICommandHandler<DeleteItem> {
  constructor(
    private readonly commands: ItemExecutor,
    private readonly database: Database,
    @Inject(ITEM_MATCHES) private readonly matches: ItemMatches,
  ) {}

  execute(command: DeleteItem): Promise<ItemRow> {
    const { caller, id: itemID } = command;
    return this.database.inTransaction(async () => {
      const row = await this.commands.execute(command, (at) => ({ type: 'DeleteItem', caller, at }));
      await this.matches.lost(caller.group.id, itemID, false, caller);
      return row;
    });
  }
}
