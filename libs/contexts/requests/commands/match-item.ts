import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { MatchedItems } from '#contexts/items';
import { Database } from '#platform/database';
import { NotFound, UnknownReferences } from '#platform/kernel';
import { RequestQueries, type RequestRow } from '../read-model/request.queries.js';
import { OnRequest, OnRequestWith, RequestExecutor } from './request.executor.js';

/** Matches a Request with the item that was lost; the item gets the guest as its owner where it has none (decisions.md, section 12). */
export class MatchItem extends OnRequestWith<{ itemID: number }> {}

@CommandHandler(MatchItem)
export class MatchItemHandler implements ICommandHandler<MatchItem> {
  constructor(
    private readonly requests: RequestQueries,
    private readonly commands: RequestExecutor,
    private readonly items: MatchedItems,
    private readonly database: Database,
  ) {}

  /** @throws UnknownReferences when the item does not exist or the caller has no access to it */
  async execute(command: MatchItem): Promise<RequestRow> {
    const { caller, requestID, given } = command;
    const { itemID } = given;
    const { owner } = await this.requests.one(caller, requestID);
    return this.database.inTransaction(async () => {
      // The item first, as wherever both are changed, so that no two such transactions wait for each other.
      await this.items.match(caller, itemID, requestID, owner).catch((error: unknown) => {
        throw error instanceof NotFound ? new UnknownReferences(['itemID']) : error;
      });
      return this.commands.execute(command, () => ({ type: 'MatchItem', caller, itemID }));
    });
  }
}

/** Removes the match of a Request, and from its item what the match gave (decisions.md, sections 6 and 12). */
export class UnmatchItem extends OnRequest {}

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
