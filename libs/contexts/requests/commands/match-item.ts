import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { MatchedItems } from '#contexts/items';
import { Database } from '#platform/database';
import { FactsChanged, onFreshFacts } from '#platform/event-store';
import { NotFound, PreconditionFailed, UnknownReferences } from '#platform/kernel';
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
  execute(command: MatchItem): Promise<RequestRow> {
    return onFreshFacts(() => this.database.inTransaction(() => this.match(command)));
  }

  /** @throws FactsChanged when the Request was changed since its guest was read, who becomes the item's owner */
  private async match({ caller, id: requestID, given, expectedVersions }: MatchItem): Promise<RequestRow> {
    const { itemID } = given;
    const { owner, version } = await this.requests.one(caller, requestID);
    if (expectedVersions?.includes(version) === false) throw new PreconditionFailed();
    // The item first, as wherever both are changed, so that no two such transactions wait for each other.
    await this.items.match(caller, itemID, requestID, owner).catch((error: unknown) => {
      throw error instanceof NotFound ? new UnknownReferences(['itemID']) : error;
    });
    const asRead = new MatchItem(caller, requestID, given, [version]);
    return this.commands
      .execute(asRead, () => ({ type: 'MatchItem', caller, itemID }))
      .catch((error: unknown) => {
        throw error instanceof PreconditionFailed ? new FactsChanged() : error;
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
    const { caller, id: requestID } = command;
    const { matched_item_id: itemID } = await this.requests.one(caller, requestID);
    return this.database.inTransaction(async () => {
      if (itemID !== null) await this.items.unmatch(caller.group.id, itemID, requestID, caller);
      return this.commands.execute(command, () => ({ type: 'UnmatchItem', caller, itemID }));
    });
  }
}
