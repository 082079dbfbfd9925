import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { MatchedItems } from '#contexts/items';
import { Database } from '#platform/database';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import { RequestQueries, type RequestRow } from '../read-model/request.queries.js';
import { RequestExecutor } from './request.executor.js';

/** Removes the match of a Request, and from its item what the match gave (decisions.md, sections 6 and 12). */
export class UnmatchItem extends Command<RequestRow> {
  constructor(
    readonly caller: Caller,
    readonly requestID: number,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(UnmatchItem)
export class UnmatchItemHandler implements ICommandHandler<UnmatchItem> {
  constructor(
    private readonly requests: RequestQueries,
    private readonly commands: RequestExecutor,
    private readonly items: MatchedItems,
    private readonly database: Database,
  ) {}

  async execute(command: UnmatchItem): Promise<RequestRow> {
    const { caller, requestID } = command;
    const { matched_item_id: itemID } = await this.requests.one(caller, requestID);
    return this.database.inTransaction(async () => {
      if (itemID !== null) await this.items.unmatch(caller.group.id, itemID, requestID, caller);
      return this.commands.execute(command, () => ({ type: 'UnmatchItem', caller, itemID }));
    });
  }
}
